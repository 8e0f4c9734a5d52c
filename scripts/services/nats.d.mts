/** `kill` ends a private server as a crash would, `again` restarts it at the same address; absent for a given server. */
export function startNats(options?: { own?: boolean }): Promise<{
  url: string | null
  note: string
  stop(): Promise<void>
  kill?(): Promise<void>
  again?(): Promise<void>
}>
