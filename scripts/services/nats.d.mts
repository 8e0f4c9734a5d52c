/** `kill` ends it as a crash does, `again` starts it anew where it was: where it is our own. */
export function startNats(options?: { own?: boolean }): Promise<{
  url: string | null
  note: string
  stop(): Promise<void>
  kill?(): Promise<void>
  again?(): Promise<void>
}>
