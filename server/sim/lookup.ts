import type { Log } from '../log.ts'
import { answerText, failureReason } from '../send/retry.ts'
import { simAnswerOf, refusalIn, type Firm, type SimAnswer } from './adapters.ts'

/** Result of a lookup: a card, or why there is none. */
export type Lookup = SimAnswer | 'notConfigured' | 'failed' | 'unknown'

/** How long the provider may take to answer, ms. */
const ANSWER_TIMEOUT_MS = 10_000
/**
 * How long a card is cached, ms: the provider's data are a day old, so a second lookup within a minute costs money and
 * shows nothing new.
 */
const CARD_TTL_MS = 60_000
const MAX_KNOWN = 1000

/** Creates the lookup at the service that SIM_URL names: {firm} and {iccid} in it are filled in, its answer is JSON. */
export function createLookup(template: string | null, log: Log): (firm: Firm, iccid: string) => Promise<Lookup> {
  const known = new Map<string, { answer: SimAnswer; until: number }>()
  return async (firm, iccid) => {
    if (template === null) return 'notConfigured'
    const key = `${firm} ${iccid}`
    const remembered = known.get(key)
    if (remembered && remembered.until > Date.now()) return remembered.answer
    try {
      const { reply, status } = await fetchJson(
        template.replaceAll('{firm}', String(firm)).replaceAll('{iccid}', encodeURIComponent(iccid)),
      )
      // The provider's own message is more specific than one of the platform.
      const refusal = refusalIn(reply, status >= 400)
      if (refusal !== null) return { resultCode: '1', resultMsg: refusal }
      if (status >= 400 && status !== 404) throw new Error(`the SIM service answered ${status}`)
      const answer = status === 404 ? null : simAnswerOf(firm, iccid, reply)
      if (!answer) return 'unknown'
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(key, { answer, until: Date.now() + CARD_TTL_MS })
      return answer
    } catch (error) {
      log.warn({ err: failureReason(error), firm }, 'the SIM lookup failed')
      return 'failed'
    }
  }
}

/** Returns the service's JSON with its status; the JSON is null where a refusal has none. */
async function fetchJson(address: string): Promise<{ reply: unknown; status: number }> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  const text = await answerText(response)
  if (text === null) throw new Error('the SIM service answered too much')
  return { reply: response.ok ? JSON.parse(text) : parsed(text), status: response.status }
}

/** Parses the body of a refusal, which may be anything. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
