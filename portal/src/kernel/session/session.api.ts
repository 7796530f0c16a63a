import type { Answer, AnswerOf } from '#kernel/api/answer.ts'
import type { operations } from '#portal-api'

type JsonBody<Name extends 'logIn' | 'enterDemo'> = operations[Name]['requestBody']['content']['application/json']
type Choice = Required<AnswerOf<'logIn', 409>>

/** Who is logged in, for which client, and what they may do. */
export type Session = Answer<'/portal/api/session'>
export type Scope = Session['person']['scope']
export type Credentials = JsonBody<'logIn'>
/** One of several clients at which an address has a log-in. */
export type ClientName = Choice['clients'][number]
/** One of several log-ins that an address has. */
export type Account = Choice['accounts'][number]
/** Whom a demo can be tried as. */
export type DemoKind = JsonBody<'enterDemo'>['as']
