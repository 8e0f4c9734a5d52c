import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Expression } from 'kysely'
import type { Platform } from '../server/platform.ts'
import { engines } from '../tests/support/storage.ts'
import { MINUTE } from '../resources/kit/zone.ts'
import { NODES, requestOf, RULE } from './fleet.ts'
import { openFleet } from './fleetPlatform.ts'
import { figure, type Bench } from './report.ts'

const DEVICES = 1000
/** Rules over every device, each broken by the value that is there. */
const RULES = 10
const EPISODES = DEVICES * RULES
const SECONDS = 20
/** Minutes until the first step. */
const FIRST = 10

/**
 * Processor time of a platform without requests: idle after some values, with ten thousand open alarms, with their escalations far from a
 * step, and with steps that come due evenly.
 */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const { platform, close } = await openFleet(engine, DEVICES)
    // What values cost that came a while ago is not the alarms' doing.
    await platform.ingest.push(JSON.parse(requestOf(0, DEVICES, DEVICES, Date.now())) as unknown, { kind: 'trusted' })
    await pause(5000)
    const add = async (name: string): Promise<void> => {
      const before = await steps(platform)
      const share = await used(SECONDS)
      rows.push([engine, name, `${figure(share * 100)} %`, figure((await steps(platform)) - before)])
    }
    await add('no alarm')
    await fireAll(platform)
    await add(`${figure(EPISODES)} open alarms without an escalation`)
    await setEscalation(platform)
    await begin(platform, sql.lit(Date.now()))
    await add('all under an escalation, its first step far')
    // Evenly over the time of the first step.
    const spread = (FIRST * MINUTE) / EPISODES
    await begin(
      platform,
      sql<number>`${sql.lit(Date.now() - FIRST * MINUTE)} + (id % ${sql.lit(EPISODES)}) * ${sql.lit(spread)}`,
    )
    await add('the same, a step of each within ten minutes')
    await close()
  }
  return [
    {
      title: 'The clock of escalations',
      how: `${figure(EPISODES)} open alarms of ${RULES} rules at ${figure(DEVICES)} devices, nobody has them; a step writes a message by mail, its attempt to send and a line of the timeline. Processor time of the process (on PostgreSQL without the database's) over ${SECONDS} s each.`,
      columns: ['engine', 'what', 'of one core', 'steps done'],
      rows,
      aim: 'with ten thousand open under 1 % of a core more than idle',
    },
  ]
}
export default bench

/** Share of one core that this process takes. */
async function used(seconds: number): Promise<number> {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  await pause(seconds * 1000)
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1000 / (performance.now() - start)
}

/** Every rule fires at every device, with the value that is there. */
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

/** A contact and an escalation that tells it twice. */
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

/** Their minutes count from a moment of each (epoch ms); resolves once the clock has looked at all of them. */
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

/** How many steps the clock has done. */
async function steps({ storage }: Platform): Promise<number> {
  const row = await storage.read
    .selectFrom('episodeact')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'escalate')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
