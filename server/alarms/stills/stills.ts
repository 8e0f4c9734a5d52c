import fastq from 'fastq'
import type { Problem } from '../../../resources/kit/rules.ts'
import { MINUTE } from '../../../resources/kit/zone.ts'
import type { Platform } from '../../platform.ts'
import { LeaseLost, type Storage } from '../../storage/types.ts'
import { problemJson } from '../explain.ts'
import { camerasFor, type Camera, type Fired } from './cameras.ts'
import { STILL, type StillData } from './moment.ts'
import { takeStill, type StillResult } from './take.ts'

/** Cameras that are asked at the same time; the rest follow. */
const MAX_CONCURRENT_CAMERAS = 4
/** Longest delay after the values that raised the alarm, ms: a later picture shows another moment. */
const MAX_DELAY_MS = MINUTE
/** How long alarms that fire near one camera share its picture, ms. */
const SHARED_PICTURE_MS = 10_000
const LATE_PROBLEM: Problem = { key: 'error.still.late' }

/** Takes what cameras showed as alarms fired, for the timelines. */
export interface Stills {
  /**
   * Takes pictures for alarms whose records this process just wrote. Returns at once and never throws: an alarm waits
   * for no camera.
   */
  take(entries: readonly Fired[]): void
  /** Waits for all that are under way. */
  settled(): Promise<void>
  /** Gives up those that are under way. */
  close(): Promise<void>
}

/** The answer of a camera, and its time, epoch ms. */
interface Asked {
  at: number
  taken: StillResult
}

/**
 * Creates the stills. A picture is taken once, by the process that wrote the alarm's record: a later leader would see a
 * later moment, so it takes none. Where a camera gives no picture, the reason is stored instead.
 *
 * @param lead returns the storage the leader writes with, as for the journal; null: this process has stopped leading
 */
export function createStills(
  platform: Pick<Platform, 'storage' | 'registry' | 'settings' | 'log'>,
  lead: () => Storage | null,
): Stills {
  const { storage, settings, log } = platform
  const ending = new AbortController()
  const { signal } = ending
  const running = new Set<Promise<void>>()
  const shared = new Map<number, { begun: number; asked: Promise<Asked> }>()

  const ask = async ({ still_url }: Camera): Promise<Asked> => {
    const taken = await takeStill(settings, still_url, signal)
    return { at: Date.now(), taken }
  }
  const askOnce = (camera: Camera): Promise<Asked> => {
    const now = Date.now()
    for (const [id, { begun }] of shared) if (now - begun >= SHARED_PICTURE_MS) shared.delete(id)
    const asked = shared.get(camera.id)?.asked ?? ask(camera)
    if (!shared.has(camera.id)) shared.set(camera.id, { begun: now, asked })
    return asked
  }
  const takeOne = async ([{ episode, receivedAt }, camera]: readonly [Fired, Camera]): Promise<void> => {
    const { logId } = episode
    if (logId === null || signal.aborted) return
    const isLate = Date.now() - receivedAt > MAX_DELAY_MS
    const { at, taken } = isLate ? { at: Date.now(), taken: { reason: LATE_PROBLEM } } : await askOnce(camera)
    if (signal.aborted) return
    const { id, video_name: name, project_id, district_id, metres } = camera
    const data: StillData = {
      camera: { id, name, project_id, district_id },
      metres,
      ...('picture' in taken ? { picture: taken.picture } : { reason: problemJson(taken.reason) }),
    }
    const act = { thresholdlog_id: logId, at, kind: STILL, user_id: null, data: JSON.stringify(data) }
    await lead()?.write((trx) => trx.insertInto('episodeact').values(act).execute())
  }
  const track = (work: Promise<void>): void => {
    const run: Promise<void> = work
      .catch((err: unknown) => {
        if (!(err instanceof LeaseLost)) log.error({ err }, 'the picture of a camera for an alarm could not be stored')
      })
      .finally(() => running.delete(run))
    running.add(run)
  }
  const queue = fastq.promise(takeOne, MAX_CONCURRENT_CAMERAS)
  const begin = async (fired: readonly Fired[]): Promise<void> => {
    const found = await camerasFor({ storage, registry: platform.registry }, fired)
    for (const one of found) track(queue.push(one))
  }
  return {
    take(entries) {
      const fired = entries.filter(({ kind, episode }) => kind === 'fire' && episode.logId !== null)
      if (fired.length > 0 && !signal.aborted) track(begin(fired))
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      ending.abort()
      await Promise.all(running)
    },
  }
}
