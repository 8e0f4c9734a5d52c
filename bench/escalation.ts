import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Expression } from 'kysely'
import type { Platform } from '../server/platform.ts'
import { engines } from '../tests/support/storage.ts'
import { MINUTE } from '../resources/kit/zone.ts'
import { NODES, requestOf, RULE } from './fleet.ts'
import { openFleet } from './fleetPlatform.ts'
import { figure, type Bench } from './report.ts'

const DEVICES = 1000
/** Rules over every device, each violated by the present value. */
const RULES = 10
const EPISODES = DEVICES * RULES
const SECONDS = 30
/** Time after which work begun before a line is over, ms. */
const REST_MS = 10_000
/** Minutes until the first step. */
const FIRST = 10

/** A measured line: its share of one core, and the steps done meanwhile. */
interface Line {
  name: string
  share: number
  done: number
}

/**
 * Measures the processor time of a platform without requests: idle before and after, with ten thousand open alarms,
 * with their escalations far from a step, and with steps that come due evenly.
 */
const bench: Bench = async () => {
  const rows: string[][] = []
  for (const engine of engines) {
    const { platform, close } = await openFleet(engine, DEVICES)
    // Keeps the cost of values that arrived a while ago out of the alarms' figures.
    await platform.ingest.push(JSON.parse(requestOf(0, DEVICES, DEVICES, Date.now())) as unknown, { kind: 'trusted' })
    const before = await line(platform, 'idle, no alarm yet')
    await fireAll(platform)
    const open = await line(platform, `${figure(EPISODES)} open alarms without an escalation`)
    await setEscalation(platform)
    await begin(platform, sql.lit(Date.now()))
    const far = await line(platform, 'all under an escalation, no step due (the aim)')
    // Spread evenly over the time until the first step.
    const spread = (FIRST * MINUTE) / EPISODES
    await begin(
      platform,
      sql<number>`${sql.lit(Date.now() - FIRST * MINUTE)} + (id % ${sql.lit(EPISODES)}) * ${sql.lit(spread)}`,
    )
    const due = await line(platform, 'the same, a step of each within ten minutes')
    await endAll(platform)
    const after = await line(platform, 'idle, no alarm any more')
    await close()
    const idle = Math.min(before.share, after.share)
    for (const { name, share, done } of [before, open, far, due, after])
      rows.push([
        engine,
        name,
        `${figure(share * 100)} %`,
        `${figure((share - idle) * 100)} %`,
        figure(done),
        done === 0 ? '' : figure(((share - far.share) * SECONDS * 1000) / done),
      ])
  }
  return [
    {
      title: 'The clock of escalations',
      how: `${figure(EPISODES)} open alarms of ${RULES} rules at ${figure(DEVICES)} devices, nobody has them; a step writes a message by mail, its attempt to send and a line of the timeline. Processor time of the process (on PostgreSQL without the database's) over ${SECONDS} s each; idle is the lower of before and after. A step costs what comes on top of no step due.`,
      columns: ['engine', 'what', 'of one core', 'more than idle', 'steps done', 'ms a step'],
      rows,
      aim: 'ten thousand open alarms, no step of which is due, under 1 % of a core more than idle',
    },
  ]
}
export default bench

async function line(platform: Platform, name: string): Promise<Line> {
  await pause(REST_MS)
  const before = await steps(platform)
  const share = await used(SECONDS)
  return { name, share, done: (await steps(platform)) - before }
}

/** Share of one core that this process uses. */
async function used(seconds: number): Promise<number> {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  await pause(seconds * 1000)
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1000 / (performance.now() - start)
}

/** Fires every rule at every device, with the present value. */
async function fireAll({ storage, registry, alarms }: Platform): Promise<void> {
  const device_list = registry
    .devices()
    .map(({ id }) => id)
    .join()
  const rules = Array.from({ length: RULES }, (_, i) => ({
    ...RULE,
    params_x: -1,
    name: `rule ${i}`,
    device_list,
    nodemap_id: (i % NODES) + 1,
  }))
  await storage.write((trx) => trx.insertInto('threshold').values(rules).execute())
  await registry.changed('threshold', null)
  await alarms.settled()
  const { count } = await storage.read
    .selectFrom('thresholdlog')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_alarm', '=', 1)
    .executeTakeFirstOrThrow()
  if (Number(count) !== EPISODES) throw new Error(`${count} alarms are open`)
}

/** Adds a contact, and an escalation that notifies it twice. */
async function setEscalation({ storage }: Platform): Promise<void> {
  const record = { project_id: 1, created_at: 0, updated_at: 0 }
  await storage.write(async (trx) => {
    const { id: contact } = await trx
      .insertInto('alarminfo')
      .values({ ...record, alarm_name: 'Duty', alarm_email: 'duty@example.com', district_id: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const plan = [
      { after: FIRST, contact },
      { after: 3 * FIRST, contact },
    ]
    const { id: escalation_id } = await trx
      .insertInto('alarmescalation')
      .values({ ...record, name: 'Nobody has it', steps: JSON.stringify(plan), contacts: String(contact) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.updateTable('thresholdlog').set({ escalation_id }).execute()
  })
}

/**
 * Sets the start of each episode's escalation (ms since the epoch); resolves once the clock has checked all of them.
 */
async function begin({ storage }: Platform, since: Expression<number>): Promise<void> {
  const now = Date.now()
  await storage.write((trx) =>
    trx.updateTable('thresholdlog').set({ escalation_step: 0, escalation_since: since, escalate_at: now }).execute(),
  )
  const unseen = () =>
    storage.read
      .selectFrom('thresholdlog')
      .select('id')
      .where('escalate_at', '<=', now)
      .where('escalate_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
  while (await unseen()) await pause(200)
}

/** Ends all alarms, and removes messages to be sent. */
async function endAll({ storage, registry, alarms }: Platform): Promise<void> {
  await storage.write((trx) => trx.deleteFrom('threshold').execute())
  await registry.changed('threshold', null)
  await alarms.settled()
  await storage.write(async (trx) => {
    await trx.updateTable('thresholdlog').set({ escalate_at: null }).execute()
    await trx.deleteFrom('alarmsendlog').execute()
  })
}

/** Number of steps that the clock has done. */
async function steps({ storage }: Platform): Promise<number> {
  const row = await storage.read
    .selectFrom('episodeact')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'escalate')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
