import { call, WireError } from '../../dataProvider/http.ts'
import { toCreation } from '../../resources/kit/wire.ts'
import type { Values } from '../../resources/kit/validate.ts'
import type { Sheet, SheetRow } from './sheet/sheet.ts'

/** Progress of sending. `error`: sending stopped by itself, and can be resumed. */
export interface Progress {
  phase: 'ready' | 'sending' | 'stopped' | 'finished'
  error: unknown
}

export interface Sending {
  progress(): Progress
  /** Begins, or resumes after a stop. */
  start(): Promise<void>
  /** Stops before the next row, or before the next request of many rows. */
  stop(): void
}

/** Number of rows in one request, where the platform accepts many: small enough for a progress bar that moves. */
const BATCH_SIZE = 500
const BATCH_TIMEOUT_MS = 120_000
/** Pause between two rows where the platform accepts one at a time, ms (spec 2 §4). */
const PAUSE_MS = { least: 1000, most: 3000 }

/**
 * Sends the good rows of a sheet, parents before their children. A refusal concerns its row; where the platform refuses
 * everything, or is unreachable, sending stops. A row without an answer is not sent again automatically, because it may
 * have been created. If a request is too large, for a proxy for example, its rows are sent in smaller requests.
 *
 * @param batch whether the platform accepts many rows in one request (wire.md, Extensions)
 */
export function createSending(sheet: Sheet, batch: boolean): Sending {
  let progress: Progress = { phase: 'ready', error: null }
  let requested = false
  let wake = () => {}
  const move = (next: Progress) => {
    progress = next
    sheet.changed()
  }

  async function run(): Promise<Progress> {
    const usual = batch ? BATCH_SIZE : 1
    let size = usual
    for (;;) {
      const rows = ready(sheet, size)
      if (rows.length === 0) return { phase: 'finished', error: null }
      setState(rows, 'sending')
      sheet.changed()
      try {
        await (batch ? sendMany(sheet, rows) : sendOne(sheet, rows[0]))
      } catch (error) {
        const status = error instanceof WireError ? error.status : 0
        // After a refusal as a whole, none of the rows exists; without an answer this is unknown.
        setState(rows, status >= 400 && status < 500 ? 'waiting' : 'unclear')
        if (status !== TOO_LARGE || !requested) return { phase: 'stopped', error }
        const [only, ...others] = rows
        if (only && others.length === 0) markFailed(only, messageIn(error))
        size = others.length === 0 ? usual : Math.ceil(rows.length / 2)
        continue
      }
      sheet.changed()
      if (!batch && requested && ready(sheet, 1).length > 0) await pause()
      if (!requested) return { phase: ready(sheet, 1).length > 0 ? 'stopped' : 'finished', error: null }
    }
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    progress: () => progress,
    async start() {
      if (progress.phase === 'sending') return
      requested = true
      move({ phase: 'sending', error: null })
      move(await run())
    },
    stop() {
      requested = false
      wake()
    },
  }
}

/** Returns the next rows to send: good ones that wait, and whose parent in the file, if any, has been created. */
export function ready(sheet: Sheet, count: number): SheetRow[] {
  const rows: SheetRow[] = []
  for (const row of sheet.rows) {
    if (rows.length === count) break
    if (row.state !== 'waiting' || !sheet.isGood(row)) continue
    const { parent } = sheet.judged(row)
    if (parent === null || parent.state === 'made') rows.push(row)
  }
  return rows
}

async function sendOne(sheet: Sheet, row: SheetRow | undefined): Promise<void> {
  if (!row) return
  try {
    const answer = await call<unknown>('POST', sheet.resource.api, { body: requestOf(sheet, row) })
    markCreated(row, answer)
  } catch (error) {
    if (!(error instanceof WireError) || !OF_THE_ROW.has(error.status)) throw error
    markFailed(row, error.message, error.body.errors)
  }
}

/** HTTP status of a request body that is too large. */
const TOO_LARGE = 413

const messageIn = (failure: unknown): string => (failure instanceof Error ? failure.message : '')

/**
 * Statuses of refusals that concern the row sent; others (signed out, forbidden, too many requests) would concern every
 * row.
 */
const OF_THE_ROW: ReadonlySet<number> = new Set([400, 409, 422])

async function sendMany(sheet: Sheet, rows: readonly SheetRow[]): Promise<void> {
  const answers = await call<unknown>('POST', `${sheet.resource.api}/batch`, {
    body: { rows: rows.map((row) => requestOf(sheet, row)) },
    timeout: BATCH_TIMEOUT_MS,
  })
  const byIndex = new Map(
    (Array.isArray(answers) ? (answers as (Values | null)[]) : []).map((answer) => [Number(answer?.['index']), answer]),
  )
  for (const [index, row] of rows.entries()) {
    const answer = byIndex.get(index)
    if (!answer) row.state = 'unclear'
    else if (Number(answer['id']) > 0) markCreated(row, answer)
    else
      markFailed(
        row,
        typeof answer['msg'] === 'string' ? answer['msg'] : '',
        answer['fields'] as Record<string, string> | undefined,
      )
  }
}

function requestOf(sheet: Sheet, row: SheetRow): Values {
  const { values, parent } = sheet.judged(row)
  const { resource } = sheet
  return toCreation(resource, parent && resource.tree ? { ...values, [resource.tree.parent]: parent.id } : values)
}

function markCreated(row: SheetRow, answer: unknown): void {
  const { id, credential } = (typeof answer === 'object' && answer !== null ? answer : { id: answer }) as {
    id?: unknown
    credential?: unknown
  }
  const number = Number(id)
  Object.assign(row, {
    state: 'made',
    id: Number.isInteger(number) && number > 0 ? number : null,
    credential: typeof credential === 'string' ? credential : '',
    message: '',
    refused: {},
  } satisfies Partial<SheetRow>)
}

const markFailed = (row: SheetRow, message: string, fields: Record<string, string> = {}): void =>
  void Object.assign(row, { state: 'failed', message, refused: fields } satisfies Partial<SheetRow>)

const setState = (rows: readonly SheetRow[], state: SheetRow['state']): void => {
  for (const row of rows) row.state = state
}
