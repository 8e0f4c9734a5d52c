import type { Args, Problem } from '../resources/kit/rules.ts'

/** The HTTP statuses that are also codes of the envelope (wire.md, Transport). */
export type ErrorCode = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503

/**
 * A failure to report to the user: the one error exit (http/envelope.ts) turns it into an HTTP status, `code`, and a
 * `msg` in the user's language.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly code: ErrorCode,
    readonly key: string,
    readonly args: Args = {},
    /** Problems by field name, for data.fields. */
    readonly fields: Record<string, Problem> | null = null,
    /** Further members of `data`. */
    readonly data: Record<string, unknown> | null = null,
  ) {
    super(key)
  }
}

export const badRequest = (key = 'error.badRequest'): ApiError => new ApiError(400, key)
export const invalid = (fields: Record<string, Problem>): ApiError => new ApiError(400, 'error.invalid', {}, fields)
/** Returns the error for a query whose parameters make no sense; problems by parameter name. */
export const badQuery = (fields: Record<string, Problem>): ApiError => new ApiError(400, 'error.badRequest', {}, fields)
export const signedOut = (): ApiError => new ApiError(401, 'error.signedOut')
export const forbidden = (): ApiError => new ApiError(403, 'error.forbidden')
export const notFound = (): ApiError => new ApiError(404, 'error.notFound')
export const duplicate = (fields: Record<string, Problem>): ApiError => new ApiError(409, 'error.conflict', {}, fields)
