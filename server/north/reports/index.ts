import { setTimeout as sleep } from 'node:timers/promises'
import { vaultOf } from '../../hj212/secrets.ts'
import { clockOf } from '../../hj212/protocol/time.ts'
import type { LiveDevice, Platform } from '../../platform.ts'
import { protocolsOf } from '../formats/index.ts'
import { nextResult, resultsOf, storeResult } from '../results.ts'
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts'
import { splitMessages, momentContent } from './spans.ts'
import { reportsOf, subjectsOf } from './subjects.ts'
import { segmentText, flagOf } from '../../hj212/protocol/segment.ts'
import type { Job } from '../../platform/processes.ts'

/** How often due work is looked for, ms. */
const POLL_INTERVAL_MS = 1000

/** Returns the job that keeps the connections of HJ 212 interfaces: one run for as long as this process leads. */
export const reportsJob = (platform: Platform, options: ReporterOptions & { look?: number } = {}): Job => ({
  name: 'northbound reports',
  everyMs: POLL_INTERVAL_MS,
  run: (signal, lead) => runReports(platform, signal, { ...options, ...(lead && { lead }) }),
})

/**
 * Runs all interfaces of HJ 212 until the signal aborts; then all connections are closed.
 * @throws {LeaseLost} where another process leads
 */
export async function runReports(
  platform: Platform,
  signal: AbortSignal,
  { look = POLL_INTERVAL_MS, ...options }: ReporterOptions & { look?: number } = {},
): Promise<void> {
  const { storage, metrics, settings } = platform
  const { lead = storage } = options
  const vault = await vaultOf(storage)
  const clock = clockOf(settings.timeZone)
  const reporters = new Map<number, Reporter>()
  const drop = async (id: number): Promise<void> => {
    const reporter = reporters.get(id)
    reporters.delete(id)
    await reporter?.close()
  }
  const one = async (): Promise<void> => {
    const rows = await storage.read
      .selectFrom('northinterface')
      .selectAll()
      .where('is_stop', '=', 0)
      .where('is_enable', '=', 1)
      .where('protocol', 'in', protocolsOf('report'))
      .orderBy('id')
      .execute()
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    for (const [id, { reports }] of reporters) if (rowsById.get(id)?.updated_at !== reports.updatedAt) await drop(id)
    if (rows.length === 0) return
    const states = await storage.read
      .selectFrom('northstate')
      .selectAll()
      .where('interface_id', 'in', [...rowsById.keys()])
      .execute()
    const now = Date.now()
    const tick = async (row: (typeof rows)[number]): Promise<void> => {
      const reporter = reporters.get(row.id) ?? createReporter(platform, reportsOf(row, vault), clock, options)
      reporters.set(row.id, reporter)
      const old = states.find(({ interface_id }) => interface_id === row.id)
      const outcome = await reporter.tick(now, !old || old.next_at <= now)
      if (!outcome) return
      metrics.pushes.add({ result: outcome.ok ? 'ok' : 'failed' })
      const next = nextResult(old, outcome, now, row.run_interval * 1000)
      const stored = await storeResult(lead, row.id, next, old?.next_at ?? null)
      if (stored) resultsOf(platform).set(row.id, stored)
    }
    await Promise.all(rows.map(tick))
  }
  try {
    while (!signal.aborted) {
      await one()
      await sleep(look, null, { signal, ref: false }).catch(() => {})
    }
  } finally {
    await Promise.all([...reporters.keys()].map(drop))
  }
}

/** Returns the real-time frames that an interface of HJ 212 would send now, one per line, without its password. */
export async function reportPreview(
  platform: Platform,
  id: number,
  now: number,
  shown: (device: LiveDevice) => boolean,
): Promise<{ body: string; type: 'text/plain'; devices: number }> {
  const row = await platform.storage.read
    .selectFrom('northinterface')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reports = reportsOf(row, await vaultOf(platform.storage))
  const clock = clockOf(platform.settings.timeZone)
  const subjects = await subjectsOf(platform, reports, shown)
  const lines: string[] = []
  for (const subject of subjects) {
    const { time, groups } = await momentContent(platform, subject, now)
    if (time === null) continue
    for (const cp of splitMessages(clock.write(time), groups))
      lines.push(
        segmentText({
          qn: clock.qn(now),
          st: reports.st,
          cn: '2011',
          pw: '******',
          mn: subject.mn,
          flag: flagOf(reports.version, { answer: true }),
          pnum: null,
          pno: null,
          cp,
        }),
      )
  }
  return { body: lines.join('\n'), type: 'text/plain', devices: subjects.flatMap(({ devices }) => devices).length }
}
