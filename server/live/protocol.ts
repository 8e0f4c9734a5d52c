/** The subprotocol of the live feed. The token is sent beside it (wire.md, "Live state and history"). */
const PROTOCOL = 'console.v1'

/** Picks the subprotocol for the handshake of `ws`: console.v1 where the client offers it. */
export const chooseProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(PROTOCOL) ? PROTOCOL : false

/** Returns the token in a Sec-WebSocket-Protocol header, `console.v1, bearer.<token>`; null where there is none. */
export function tokenOf(header: string | undefined): string | null {
  const entry = header
    ?.split(',')
    .map((part) => part.trim())
    .find((part) => part.startsWith('bearer.'))
  return entry?.slice('bearer.'.length) || null
}
