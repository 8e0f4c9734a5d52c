import type { Storage } from '../../storage/types.ts'

/** A frame that was sent (1) or received (0); `t` in epoch ms, the password masked. */
export interface LoggedFrame {
  t: number
  out: number
  text: string
}

export interface SessionState {
  up: number
  /** When the connection came up or went down, epoch ms. */
  since: number
  frames: LoggedFrame[]
}

/** Number of frames that are shown, and most characters of one. */
const [SHOWN, FRAME_TEXT] = [20, 2000]

/** The state of a connection that the page shows. */
export interface Session {
  /** Records a frame that was sent or received. */
  note(out: boolean, text: string): void
  /** Notes that the connection came up or went down. */
  changed(): void
  /** Stores the session if it has changed. Rejects where it cannot be stored. */
  save(connection: Pick<SessionState, 'up' | 'since'>): Promise<void>
  /** Stores that the connection is down. Never rejects. */
  end(): Promise<void>
}

/**
 * Keeps the last frames of a connection in the database, for other processes and after a restart. `storage` is the
 * leader's: once another process leads, its session is the one to show.
 */
export function createSession(storage: Pick<Storage, 'write'>, id: number): Session {
  const frames: LoggedFrame[] = []
  let state: 'changed' | 'stored' = 'changed'
  return {
    note(out, text) {
      frames.push({ t: Date.now(), out: Number(out), text: text.slice(0, FRAME_TEXT) })
      if (frames.length > SHOWN) frames.shift()
      state = 'changed'
    },
    changed() {
      state = 'changed'
    },
    async save(connection) {
      if (state === 'stored') return
      state = 'stored'
      await storeSession(storage, id, { ...connection, frames })
    },
    end: () => storeSession(storage, id, { up: 0, since: Date.now(), frames }).catch(() => {}),
  }
}

async function storeSession(
  { write }: Pick<Storage, 'write'>,
  id: number,
  { up, since, frames }: SessionState,
): Promise<void> {
  const row = { up, since, frames: JSON.stringify(frames) }
  await write(async (trx) => {
    if (!(await trx.selectFrom('northinterface').select('id').where('id', '=', id).executeTakeFirst())) return
    await trx
      .insertInto('northsession')
      .values({ interface_id: id, ...row })
      .onConflict((conflict) => conflict.column('interface_id').doUpdateSet(row))
      .execute()
  })
}

/**
 * Returns the state of an HJ 212 interface: its connection, how many spans wait by command, how many were dropped, and
 * its last frames.
 */
export async function readReportState(
  { read }: Pick<Storage, 'read'>,
  id: number,
): Promise<SessionState & { waiting: Record<string, number>; dropped: number }> {
  const [row, counts] = await Promise.all([
    read.selectFrom('northsession').selectAll().where('interface_id', '=', id).executeTakeFirst(),
    read
      .selectFrom('northspool')
      .select(['cn', 'state'])
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('interface_id', '=', id)
      .where('state', '!=', 1)
      .groupBy(['cn', 'state'])
      .execute(),
  ])
  const waiting: Record<string, number> = { 2051: 0, 2061: 0, 2031: 0 }
  let dropped = 0
  for (const { cn, state, total } of counts)
    if (state === 0) waiting[String(cn)] = Number(total)
    else dropped += Number(total)
  return {
    up: row?.up ?? 0,
    since: row?.since ?? 0,
    frames: row ? (JSON.parse(row.frames) as LoggedFrame[]) : [],
    waiting,
    dropped,
  }
}
