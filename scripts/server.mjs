/**
 * How Node runs the built server: with a small young generation and two arenas of the C library it rests at 135 MB instead of 165, and stays at half
 * the memory under load; that costs a few per cent of the requests it could answer (docs/operators.md). What the environment says itself comes first.
 */
export const serverFlags = ['--max-semi-space-size=4']
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
