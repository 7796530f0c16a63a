import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

export const BEGIN = 'BEGIN'

/** PostgreSQL over pipelined connections: a transaction begins without a round trip of its own. */
export class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#config)
  }
}

class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Not awaited: the first statement follows on the same connection, and fails if this did.
    connection.executeQuery(CompiledQuery.raw(BEGIN)).catch(() => {})
  }
}
