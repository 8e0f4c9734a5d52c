import type { Problem } from '../../resources/kit/rules.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { throttled, type Log } from '../log.ts'
import type { Refusals } from '../platform.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** How long refusals are gathered before they are written, ms: a misconfigured sender is refused with every message. */
const BATCH_WINDOW_MS = 500
/** Maximum number of sender and reason pairs in one batch; refusals of further pairs are not counted. */
const MAX_BATCH = 200
/** Maximum number of rows kept, and how long a row is kept after its last message, ms. */
const MAX_ROWS = 1000
const KEPT_MS = 30 * DAY
const MAX_PEER = 100
/** Maximum number of characters of a message that are kept for display. */
const MAX_BYTES = 200
const COMPLAIN_EVERY_MS = 10_000

type Row = Tables['refusedmessage']

/**
 * Counts the refused messages by sender and reason in the database, so that every process can show those that any
 * process refused.
 */
export function createRefusals({ storage, log }: { storage: Pick<Storage, 'write'>; log: Log }): Refusals {
  const mayComplain = throttled(COMPLAIN_EVERY_MS)
  let gathered = new Map<string, Row>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    const rows = [...gathered.values()]
    gathered = new Map()
    if (rows.length > 0)
      writing = writing
        .then(() => store(storage, rows))
        .catch((error: unknown) => {
          if (mayComplain()) log.warn({ err: error }, 'refused messages could not be counted')
        })
    return writing
  }
  return {
    note({ source, peer, device, reason, bytes, times = 1 }) {
      const now = Date.now()
      const who = printable(peer).slice(0, MAX_PEER)
      const key = JSON.stringify([source, who, reason.key])
      const known = gathered.get(key)
      if (!known && gathered.size >= MAX_BATCH) return
      gathered.set(key, {
        source,
        peer: who,
        reason: reason.key,
        args: JSON.stringify(reason.args ?? {}),
        device_id: device,
        bytes: firstBytes(bytes),
        times: (known?.times ?? 0) + times,
        first_at: known?.first_at ?? now,
        last_at: now,
      })
      timer ??= setTimeout(() => void flush(), BATCH_WINDOW_MS)
      timer.unref()
    },
    flush,
    close: flush,
  }
}

async function store(storage: Pick<Storage, 'write'>, rows: Row[]): Promise<void> {
  await storage.write(async (trx) => {
    await trx
      .insertInto('refusedmessage')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['source', 'peer', 'reason']).doUpdateSet((eb) => ({
          args: eb.ref('excluded.args'),
          device_id: eb.ref('excluded.device_id'),
          bytes: eb.ref('excluded.bytes'),
          times: eb('refusedmessage.times', '+', eb.ref('excluded.times')),
          last_at: eb.ref('excluded.last_at'),
        })),
      )
      .execute()
    const newest = trx
      .selectFrom('refusedmessage')
      .select('last_at')
      .orderBy('last_at', 'desc')
      .offset(MAX_ROWS)
      .limit(1)
    const beyond = await newest.executeTakeFirst()
    const oldest = Math.max(Date.now() - KEPT_MS, beyond?.last_at ?? 0)
    await trx.deleteFrom('refusedmessage').where('last_at', '<=', oldest).execute()
  })
}

/** Returns the beginning of a message as text that can be displayed and stored. Passwords of HJ 212 are masked. */
function firstBytes(given: Uint8Array | string): string {
  const text = typeof given === 'string' ? given : Buffer.from(given.subarray(0, 4 * MAX_BYTES)).toString('utf8')
  return printable(text.replaceAll(/PW=[^;&]*/g, 'PW=******')).slice(0, MAX_BYTES)
}

/** Replaces control characters by their code: databases reject NUL, and readers could not see them. */
const printable = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Reasons why a message cannot be read, as i18n keys. */
export const UNREADABLE = {
  json: { key: 'error.refused.json' },
  form: { key: 'error.refused.form' },
  large: { key: 'error.refused.large' },
  type: { key: 'error.refused.type' },
  unsigned: { key: 'error.refused.unsigned' },
  signature: { key: 'error.refused.signature' },
} as const satisfies Record<string, Problem>
