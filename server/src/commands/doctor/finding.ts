export type Finding = { check: string; isFine: boolean; detail: string }

/** What a look at something found; what it throws is what is wrong. */
export async function finding(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, isFine: true, detail: await look() }
  } catch (error) {
    const { message, cause } = error as Error
    return { check, isFine: false, detail: cause instanceof Error ? cause.message : message }
  }
}
