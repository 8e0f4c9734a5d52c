import type { Args, Problem } from '../resources/kit/rules.ts'

/** The HTTP statuses that are also codes of the envelope (wire.md, Transport). */
export type ErrorCode = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503

/** A failure for the user: becomes HTTP status, `code`, and a `msg` in their language at the one error exit (http/envelope.ts). */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly code: ErrorCode,
    readonly key: string,
    readonly args: Args = {},
    /** Problems by field, for data.fields. */
    readonly fields: Record<string, Problem> | null = null,
    /** Further members of `data`. */
    readonly data: Record<string, unknown> | null = null,
  ) {
    super(key)
  }
}

export const badRequest = (key = 'error.badRequest'): ApiError => new ApiError(400, key)
export const invalid = (fields: Record<string, Problem>): ApiError => new ApiError(400, 'error.invalid', {}, fields)
/** What a query says that makes no sense, by its names. */
export const badQuery = (fields: Record<string, Problem>): ApiError => new ApiError(400, 'error.badRequest', {}, fields)
export const signedOut = (): ApiError => new ApiError(401, 'error.signedOut')
export const forbidden = (): ApiError => new ApiError(403, 'error.forbidden')
export const notFound = (): ApiError => new ApiError(404, 'error.notFound')
export const duplicate = (fields: Record<string, Problem>): ApiError => new ApiError(409, 'error.conflict', {}, fields)
