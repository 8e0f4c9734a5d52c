/** What is typed to set a user's password: the editor's own one, the new one twice. */
export interface PasswordValues {
  own: string
  next: string
  repeat: string
}

/** What is wrong now, by field, as message keys. A mismatch is said while it is typed, emptiness and length after a first try (spec 2 §5). */
export function passwordProblems(
  { own, next, repeat }: PasswordValues,
  min: number,
  tried: boolean,
): Record<keyof PasswordValues, string | null> {
  return {
    own: tried && !own ? 'error.rule.required' : null,
    next: !tried ? null : !next ? 'error.rule.required' : next.length < min ? 'signin.change.length' : null,
    repeat: repeat && repeat !== next ? 'signin.change.mismatch' : tried && !repeat ? 'error.rule.required' : null,
  }
}
