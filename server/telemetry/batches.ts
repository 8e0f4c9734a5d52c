import { faultOf } from '../../resources/kit/reading.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import { rawOf } from '../calibration.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { LiveSample } from '../platform.ts'
import type {
  FlagRow,
  InboxRow,
  MarkRow,
  Origin,
  Samples,
  SaveMode,
  SkewRow,
  StationMarkRow,
} from '../storage/types.ts'

export interface Sample extends LiveSample {
  save: SaveMode
}

/**
 * A batch from one sender: samples, out-of-range values (`save` 0: not to be stored), the sender, quality flags, clock
 * skews of devices whose time is too far off, and the marks that devices gave their own values.
 */
export interface SenderBatch {
  samples: Sample[]
  marked: Sample[]
  origin: Origin
  flags: FlagRow[]
  skews: SkewRow[]
  said: StationMarkRow[]
}

interface Batches {
  /**
   * Resolves once the samples are committed.
   *
   * @throws ApiError 503 when the queue is full or the database fails
   */
  add(delivery: SenderBatch): Promise<void>
  /**
   * As `add`, but for several senders in one transaction, which more than BATCH_ROWS values make long.
   *
   * @throws ApiError 503 as `add` does; Unsavable where the database will always refuse the values
   */
  addTogether(deliveries: readonly SenderBatch[]): Promise<void>
  /** Returns the number of queued values. */
  queued(): number
  /** Flushes the queue. */
  close(): Promise<void>
}

/** The database refuses these values because of their content, so every retry would fail as well. */
export class Unsavable extends Error {
  override name = 'Unsavable'
}

interface Waiting {
  senders: readonly SenderBatch[]
  resolve(): void
  reject(error: unknown): void
}

/**
 * Maximum number of rows of one transaction. A commit costs an fsync and blocks other writes meanwhile (some 100 ms
 * when the history is large).
 */
export const BATCH_ROWS = 8000
/** A batch of this many rows is flushed at once. */
const ENOUGH_ROWS = 1000
/** A smaller batch is flushed after this delay, ms. While one batch is in flight, the next one fills. */
const BATCH_WINDOW_MS = 10
/** A value that arrives within this time after its timestamp counts as on time, ms. */
const IN_TIME = HOUR
/** Backpressure: with more rows queued than this, new ones are refused. */
export const QUEUE_ROWS = 200_000

/**
 * Group commit: pushes that arrive close together share one transaction and are acknowledged after it. One batch is in flight at a
 * time, so batches grow with the load.
 */
export function createBatches(options: {
  store: (samples: Samples) => Promise<void>
  /** Builds the alarm inbox's row for these samples, right before the commit. */
  inbox: (samples: Sample[]) => InboxRow | null
  /**
   * Called after a commit. `live` are the samples that affect the live state; `marked` are the values that their nodes
   * cannot measure.
   */
  committed: (live: Sample[], inbox: InboxRow | null, marked: Sample[]) => void
  failed: (samples: Sample[]) => void
  /** Returns whether an error means that the same values would always fail. Without it no error is final. */
  isFinal?: (error: unknown) => boolean
  /** See Samples. */
  standstill?: number
  log: Log
}): Batches {
  const line: Waiting[] = []
  let rows = 0
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  const wake = (): void => {
    if (running || line.length === 0) return
    if (rows >= ENOUGH_ROWS) return start()
    timer ??= setTimeout(start, BATCH_WINDOW_MS)
  }
  const start = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    if (running || line.length === 0) return
    running = write(take()).finally(() => {
      running = null
      wake()
    })
  }
  const take = (): Waiting[] => {
    const batch: Waiting[] = []
    let size = 0
    while (line[0] && (size === 0 || size + sizeOf(line[0]) <= BATCH_ROWS)) {
      const next = line.shift() as Waiting
      batch.push(next)
      size += sizeOf(next)
    }
    rows -= size
    return batch
  }
  /** Counts refusals since the last successful commit, so that an outage logs one line when it begins and one when it ends. */
  let refused = 0
  const write = async (batch: Waiting[]): Promise<void> => {
    const senders = batch.flatMap((waiting) => waiting.senders)
    const samples =
      senders.length === 1 && senders[0] ? senders[0].samples : senders.flatMap((sender) => sender.samples)
    const live = samples.some(({ save }) => save === 2) ? samples.filter(({ save }) => save !== 2) : samples
    const marked = senders.flatMap((sender) => sender.marked)
    const inbox = options.inbox(live)
    try {
      await options.store({
        ...columnsOf(samples),
        inbox,
        ...(options.standstill !== undefined && { standstill: options.standstill }),
        evidence: {
          origins: originsOf(senders),
          marks: senders.flatMap(marksOf),
          flags: senders.flatMap(({ flags }) => flags),
          late: lateOf(senders),
          skews: senders.flatMap(({ skews }) => skews),
          said: senders.flatMap(({ said }) => said),
        },
      })
    } catch (error) {
      const isFinal = options.isFinal?.(error) ?? false
      // Write one sender after the other to find the one whose values are refused.
      if (isFinal && batch.length > 1) {
        for (const waiting of batch) await write([waiting])
        return
      }
      if (isFinal) {
        options.failed([...samples, ...marked])
        for (const waiting of batch) waiting.reject(new Unsavable('the database refuses it', { cause: error }))
        return
      }
      if (refused === 0)
        options.log.error(
          { err: error, rows: samples.length },
          'telemetry cannot be stored; senders are told to send again',
        )
      refused += samples.length
      options.failed([...samples, ...marked])
      for (const waiting of batch) waiting.reject(unavailable())
      return
    }
    if (refused > 0) options.log.info({ refused }, 'telemetry is stored again')
    refused = 0
    options.committed(live, inbox, marked)
    for (const waiting of batch) waiting.resolve()
  }
  const enqueue = (senders: readonly SenderBatch[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = { senders, resolve, reject }
      line.push(waiting)
      rows += sizeOf(waiting)
    })

  return {
    async add({ samples, marked, origin, flags, skews, said }) {
      const size = Math.max(samples.length, marked.length)
      if (size === 0) return
      if (rows + samples.length + marked.length > QUEUE_ROWS) {
        options.failed([...samples, ...marked])
        throw unavailable()
      }
      const parts: Promise<void>[] = []
      for (let from = 0; from < size; from += BATCH_ROWS) {
        const part = <T>(list: T[]): T[] => list.slice(from, from + BATCH_ROWS)
        // Flags go with the last part, because the samples they refer to are stored by then. Clock skews go with the
        // first part, because they also matter for values that are not stored yet.
        const [isFirst, isLast] = [from === 0, from + BATCH_ROWS >= size]
        parts.push(
          enqueue([
            {
              samples: part(samples),
              marked: part(marked),
              origin,
              flags: isLast ? flags : [],
              skews: isFirst ? skews : [],
              said: isLast ? said : [],
            },
          ]),
        )
      }
      wake()
      await Promise.all(parts)
    },
    async addTogether(senders) {
      const values = senders.flatMap(({ samples, marked }) => [...samples, ...marked])
      if (values.length === 0) return
      if (rows + values.length > QUEUE_ROWS) {
        options.failed(values)
        throw unavailable()
      }
      const stored = enqueue(senders)
      wake()
      await stored
    },
    queued: () => rows,
    async close() {
      while (running || line.length > 0) {
        start()
        await running
      }
    },
  }
}

const sizeOf = ({ senders }: Waiting): number =>
  senders.reduce((sum, { samples, marked }) => sum + samples.length + marked.length, 0)

export const unavailable = (): ApiError => new ApiError(503, 'error.unavailable')

/** Returns the senders of a batch, each with the index of its first sample. */
function originsOf(senders: readonly SenderBatch[]): (Origin & { from: number })[] {
  let from = 0
  return senders.map(({ samples, origin }) => {
    const mine = { ...origin, from }
    from += samples.length
    return mine
  })
}

/** Returns the indexes of samples that arrived late. Imported values never count as late. */
function lateOf(senders: readonly SenderBatch[]): number[] {
  const late: number[] = []
  let place = 0
  for (const { samples, origin } of senders) {
    const before = origin.source === 'import' ? -Infinity : origin.received_at - IN_TIME
    for (const { ts, save } of samples) {
      if (save === 1 && ts < before) late.push(place)
      place++
    }
  }
  return late
}

const marksOf = ({ marked, origin: { source, source_id, received_at } }: SenderBatch): MarkRow[] =>
  marked
    .filter(({ save }) => save !== 0)
    .map(({ device, node, ts, value }) => ({
      device_id: device.id,
      nodemap_id: node.id,
      ts,
      value,
      mark: faultOf(node.limits, value) ?? 'range',
      source,
      source_id,
      received_at,
    }))

function columnsOf(samples: readonly Sample[]): Samples {
  const columns: Samples = { device_id: [], nodemap_id: [], ts: [], value: [], save: [] }
  for (const sample of samples) {
    const { device, node, ts, save } = sample
    columns.device_id.push(device.id)
    columns.nodemap_id.push(node.id)
    columns.ts.push(ts)
    columns.value.push(rawOf(sample))
    columns.save.push(save)
  }
  return columns
}
