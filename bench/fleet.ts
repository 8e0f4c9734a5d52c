import type { Storage } from '../server/storage/types.ts'

export const NODES = 8

/** The sn of a fleet's device, by its number, counted from 0. */
export const snOf = (number: number): string => String(2_000_000_000 + number)

/** One point in this many of a judged fleet is doubtful: the greatest of the 97 values of its first node. */
export const POINTS_A_DOUBT = 97 * NODES
/** Six of the eight nodes are those of a station with legal limits, each with its quality tests. */
const judgedNode = (id: number) =>
  id > 6
    ? {}
    : {
        pollutant: id,
        qc_suspect_low: 0,
        qc_suspect_high: 96,
        qc_fail_low: -5,
        qc_fail_high: 500,
        qc_rate_suspect: 1000,
        qc_rate_fail: 2000,
        qc_spike_suspect: 200,
        qc_spike_fail: 400,
        qc_flat_tolerance: 0.01,
        qc_flat_suspect: 240,
        qc_flat_fail: 480,
      }

/**
 * Fills an empty database with one project, one area, one product of eight nodes, `devices` devices that save every
 * sample, and a super administrator (id 1); `isJudged` adds quality tests, and pollutants with legal limits.
 */
export async function fillFleet(storage: Storage, devices: number, isJudged = false): Promise<void> {
  const stamp = { created_at: 0, updated_at: 0 }
  await storage.write(async (trx) => {
    await trx
      .insertInto('project')
      .values({ id: 1, name: 'Fleet', ico: '/upload/fleet.png', ...stamp })
      .execute()
    await trx
      .insertInto('district')
      .values({ id: 2, name: 'Fleet', superid: 1, project_id: 1, build_state: 0, ...stamp })
      .execute()
    await trx
      .insertInto('devicetype')
      .values({ id: 1, name: 'Station', product_type: 1, ...stamp })
      .execute()
    await trx
      .insertInto('systemuser')
      .values({ id: 1, username: 'root', nickname: 'root', super_id: 1, password: '-', project_id: 1, ...stamp })
      .execute()
    for (let id = 1; id <= NODES; id++) {
      await trx
        .insertInto('node')
        .values({
          id,
          name: `Node ${id}`,
          datatype: 5,
          registertype: 4,
          unitname: 'µg/m³',
          imginfo: '/upload/node.png',
          min_value: 0,
          max_value: 500,
          ...(isJudged && judgedNode(id)),
          ...stamp,
        })
        .execute()
      await trx
        .insertInto('nodemap')
        .values({ id, devicetype_id: 1, node_id: id, alias: `节点 ${id}`, nodeaddr: id, ...stamp })
        .execute()
    }
    const positional = '{"maplng":114.519799,"maplat":38.05764}'
    for (let from = 0; from < devices; from += 500) {
      const rows = Array.from({ length: Math.min(500, devices - from) }, (_, i) => ({
        name: `长安区空气微站 ${from + i}`,
        sn: snOf(from + i),
        project_id: 1,
        district_id: 2,
        devicetype_id: 1,
        issingle: 1,
        gateway_id: null,
        protocol_type: 1,
        acquisition_cycle: 30,
        save_cycle: -1,
        over_time: 600,
        control_state: 0,
        sort_num: 0,
        positional,
        ...stamp,
      }))
      await trx.insertInto('device').values(rows).execute()
    }
  })
}

/** Fields shared by all rules over a fleet: a value above the limit is an alarm at once, which notifies no contact. */
export const RULE = {
  project_id: 1,
  district_id: 2,
  com_oper: 0,
  hold_time: 0,
  alarm_interval: 0,
  enable: 1,
  alarm_msg: 'limit',
  enable_back: 0,
  enable_ganged: 0,
  created_at: 0,
  updated_at: 0,
} as const

/** Adds `rules` rules over each device, on its nodes in turn, each rule over `each` devices: the value is above 99. */
export async function fillRules(storage: Storage, devices: number, rules: number, each = 100): Promise<void> {
  await storage.write(async (trx) => {
    for (let from = 0; from < devices && rules > 0; from += each) {
      const device_list = Array.from({ length: Math.min(each, devices - from) }, (_, i) => from + i + 1).join()
      await trx
        .insertInto('threshold')
        .values(
          Array.from({ length: rules }, (_, number) => ({
            ...RULE,
            params_x: 99,
            name: `rule ${from} ${number}`,
            device_list,
            nodemap_id: (number % NODES) + 1,
          })),
        )
        .execute()
    }
  })
}

/** Body of a telemetry request: devices in turn, eight values each, all at one time. */
export function requestOf(first: number, items: number, devices: number, t: number): string {
  const list = Array.from(
    { length: items },
    (_, i) =>
      `{"sn":"${snOf((first + i) % devices)}","t":${t},"values":{"1":${((first + i) % 97) + 0.5},"2":2.25,"3":3.5,"4":40,"5":5.125,"6":${i % 50},"7":7.75,"8":0}}`,
  )
  return `[${list.join(',')}]`
}
