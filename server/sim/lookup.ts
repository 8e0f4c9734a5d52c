import type { Log } from '../log.ts'
import { reasonOf } from '../send/retry.ts'
import { answerOf, type Firm, type SimAnswer } from './adapters.ts'

/** What came of a lookup: a card, or why there is none. */
export type Lookup = SimAnswer | 'notConfigured' | 'failed' | 'unknown'

const TIMEOUT = 10_000
const MAX_BYTES = 64 * 1024
/** A card's data is a day old at the provider: asking twice in a minute costs money and tells nothing new. */
const FRESH = 60_000
const MAX_KNOWN = 1000

/** Asks the lookup service that SIM_URL names: {firm} and {iccid} in it are filled in, its answer is JSON. */
export function createLookup(template: string | null, log: Log): (firm: Firm, iccid: string) => Promise<Lookup> {
  const known = new Map<string, { answer: SimAnswer; until: number }>()
  return async (firm, iccid) => {
    if (template === null) return 'notConfigured'
    const key = `${firm} ${iccid}`
    const remembered = known.get(key)
    if (remembered && remembered.until > Date.now()) return remembered.answer
    try {
      const reply = await ask(template.replaceAll('{firm}', String(firm)).replaceAll('{iccid}', encodeURIComponent(iccid)))
      const answer = reply === null ? null : answerOf(firm, iccid, reply)
      if (!answer) return 'unknown'
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(key, { answer, until: Date.now() + FRESH })
      return answer
    } catch (error) {
      log.warn({ err: reasonOf(error), firm }, 'the SIM lookup failed')
      return 'failed'
    }
  }
}

/** The service's JSON; null where it says that there is no such card (404). */
async function ask(address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
  if (response.status === 404) return null
  if (!response.ok || !response.body) throw new Error(`the SIM service answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('the SIM service answered too much')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
