import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CHANNEL_KIND } from '../../resources/channel.ts'
import type { Storage } from '../../server/storage/types.ts'
import { standIn } from '../../tests/support/channelService.ts'
import { writeFigures } from '../figures.ts'
import { RULE, snOf } from '../fleet.ts'
import { figure, markdown, median, type Table } from '../report.ts'
import { fillCity } from '../scale/city.ts'
import { wholeOf } from '../scale/command.ts'
import { placeOver, startLayout, type Services } from '../scale/layout.ts'
import { logOf } from '../scale/log.ts'
import { allReady, canStrike, KINDS, strike, TITLES, type Kind } from './blows.ts'
import { check, type Verdict } from './check.ts'
import { GIVEN_UP, openFeed } from './feed.ts'
import { LANE, startLoad } from './load.ts'
import { LIMIT } from './schedule.ts'

/** Two processes of each role, so that another is left when one dies. */
const COUNTS = { web: 2, ingest: 2, worker: 2 }
/** One device in this many has the rule. */
const RULED_EVERY = 4
/** Quiet load between two blows, ms; up to twice that. */
const QUIET_MS = 1500

interface Result {
  kind: Kind
  rounds: number
  verdict: Verdict
  /** Times until the feed was back, ms; Infinity where it did not come back. */
  feed: number[]
  /** Times until another worker led, ms. */
  led: number[]
  repeated: number
}

/**
 * `npm run chaos`: kills each part of the layout by role under load, the given number of times, and compares what was
 * acknowledged with what is stored.
 *
 * @returns the exit code: 1 where anything was lost, duplicated or strange, or a process ended by itself
 */
export async function chaosCommand(services: Services, signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      devices: { type: 'string', default: '200' },
      only: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
    },
  })
  const rounds = wholeOf('rounds', values.rounds, 1)
  const devices = wholeOf('devices', values.devices, LANE)
  const unknown = values.only.find((name) => !KINDS.some((kind) => kind === name))
  if (unknown !== undefined) throw new Error(`--only takes ${KINDS.join(', ')}; there is no ${unknown}.`)
  const log = logOf(services)
  const receiver = await standIn()
  const { place, remove } = placeOver(services)
  try {
    const city = await fillCity(place, { devices, areas: 1 }, (storage) => setRule(storage, devices, receiver.url))
    const layout = await startLayout(services, place, COUNTS)
    const urls = (role: 'web' | 'ingest'): string[] => layout.of(role).map(({ url }) => url)
    // One device of each lane: once all of them are back, so is every lane.
    const watched = Array.from({ length: Math.ceil(devices / LANE) }, (_, i) => snOf(i * LANE))
    const feed = await openFeed(urls('web'), city.token, watched)
    const results: Result[] = []
    try {
      for (const kind of KINDS) {
        if (values.only.length > 0 && !values.only.includes(kind)) continue
        if (!canStrike(kind, layout)) {
          console.log(`${TITLES[kind]}: left out, there is none that is ours`)
          continue
        }
        const since = Date.now()
        receiver.taken.length = 0
        const load = startLoad(urls('ingest'), { credential: city.credential, devices }, signal)
        const result = { kind, rounds, feed: [] as number[], led: [] as number[] }
        for (let round = 0; round < rounds; round++) {
          await pause(QUIET_MS * (1 + Math.random()), undefined, { signal })
          let back: Promise<number | null> = Promise.resolve(null)
          const blow = await strike(kind, layout, round, () => void (back = feed.newerThan(Date.now())))
          const at = await back
          result.feed.push(at === null ? Infinity : Math.max(0, at - blow.since))
          if (blow.led !== null) result.led.push(blow.led)
          while (!(await allReady(layout))) await pause(100, undefined, { signal })
          console.log(
            `${TITLES[kind]}: ${round + 1} of ${rounds}, feed back after ${seconds(result.feed.at(-1) ?? NaN)} s`,
          )
        }
        const acknowledged = await load.finish()
        console.log('Waiting until all is told ...')
        const verdict = await check(place, { acknowledged, since, taken: receiver.taken, log })
        if (verdict.unsettled) console.log(`Not done with: ${verdict.unsettled}`)
        results.push({ ...result, verdict, repeated: load.repeated() })
      }
    } finally {
      feed.close()
      await layout.stop()
    }
    for (const text of layout.fallen) console.log(`Ended by itself: ${text}`)
    const section = markdown(tableOf(results, { devices, services, log }))
    console.log(`\n${section}`)
    if (values.write) writeFigures(new Map([[log === null ? 'chaos' : 'chaosLog', section]]))
    return results.every(isWhole) && layout.fallen.length === 0 ? 0 : 1
  } finally {
    await receiver.close()
    remove()
  }
}

/** Adds a rule on the first node of every fourth device; the receiver is notified of beginning and end. */
async function setRule(storage: Storage, devices: number, url: string): Promise<void> {
  const stamp = { created_at: 0, updated_at: 0 }
  const device_list = Array.from({ length: Math.ceil(devices / RULED_EVERY) }, (_, i) => i * RULED_EVERY + 1).join()
  await storage.write(async (trx) => {
    const channel = { name: 'Chaos', project_id: 1, kind: CHANNEL_KIND.webhook, enable: 1, language: 3, url, ...stamp }
    const { id } = await trx.insertInto('alarmchannel').values(channel).returning('id').executeTakeFirstOrThrow()
    const rule = { ...RULE, name: 'Chaos', device_list, nodemap_id: 1, params_x: LIMIT }
    await trx
      .insertInto('threshold')
      .values({ ...rule, enable_back: 1, back_msg: 'over', alarm_channel: String(id) })
      .execute()
  })
}

/** Whether nothing is lost, duplicated or strange, and the feed came back each time. */
const isWhole = ({ verdict: { samples, alarms, messages, unsettled }, feed }: Result): boolean =>
  unsettled === null &&
  [samples, alarms, messages].every(({ lost, twice, strange }) => lost + twice + strange === 0) &&
  feed.every(Number.isFinite)

function tableOf(
  results: readonly Result[],
  { devices, services, log }: { devices: number; services: Services; log: string | null },
): Table {
  const history = services.clickhouse.url === null ? 'in PostgreSQL' : 'in ClickHouse'
  const bus = services.nats.url === null ? 'PostgreSQL' : 'NATS'
  return {
    title: log === null ? 'What chaos found' : 'What chaos found, telemetry by a log',
    how: `\`${log === null ? '' : 'TELEMETRY_LOG=jetstream '}npm run chaos -- --write\`: two web, two ingest and two worker on one machine with all they need, history ${history}, samples by ${bus}${log === null ? '' : ', telemetry stored from a log in its JetStream'}; ${devices} devices send two values a second over HTTP, and again what was not acknowledged; every fourth crosses a limit every ten samples, of which a webhook is told. Each part is killed with signal 9 and started anew; one that is stopped breaks no connection, so senders of a stopped ingest wait five seconds before they ask another; of samples, alarms and messages that had to be: lost / twice / strange (not as it was sent, or for no reason). A message whose sender died before it had noted it comes again under the same id. The feed is back once a device of each sender has told a value measured after the blow, counted from the blow, of PostgreSQL from when it answers again.`,
    aim: 'nothing lost, twice or strange; the feed back and another worker leading within 5 s',
    columns: [
      'what',
      'times',
      'samples',
      'lost / twice / strange',
      'alarms',
      'lost / twice / strange',
      'messages',
      'lost / twice / strange',
      'same id again',
      'posts repeated',
      'feed back, s, median',
      'longest',
      'another leads, s, longest',
    ],
    rows: results.map(({ kind, rounds, verdict: { samples, alarms, messages }, feed, led, repeated }) => [
      TITLES[kind],
      rounds,
      ...[samples, alarms, messages].flatMap(({ count, lost, twice, strange }) => [
        figure(count),
        `${lost} / ${twice} / ${strange}`,
      ]),
      messages.again,
      repeated,
      seconds(median(feed)),
      seconds(Math.max(...feed)),
      led.length === 0 ? '' : seconds(Math.max(...led)),
    ]),
  }
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? (ms / 1000).toFixed(1) : `over ${GIVEN_UP / 1000}`)
