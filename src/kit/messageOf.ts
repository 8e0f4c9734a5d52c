/** Returns the text for a failure: the server's sentence unchanged, or a translated message key. */
export function messageOf(
  failure: unknown,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string {
  const message = failure instanceof Error ? failure.message : typeof failure === 'string' ? failure : ''
  return message ? translate(message, { _: message }) : translate('error.server')
}
