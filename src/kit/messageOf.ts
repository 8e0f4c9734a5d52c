/** What to tell the user about a failure: the server's sentence as it is, or a message key translated. */
export function messageOf(
  failure: unknown,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string {
  const message = failure instanceof Error ? failure.message : typeof failure === 'string' ? failure : ''
  return message ? translate(message, { _: message }) : translate('error.server')
}
