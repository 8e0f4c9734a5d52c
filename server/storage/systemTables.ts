import type { SystemTables } from './types.ts'

/** The platform's own tables: no entity may have one of them. A table that types.ts knows and this does not compiles no more. */
const known: Record<keyof SystemTables | 'entityfile', true> = {
  alarminbox: true,
  alarmsendlog: true,
  alarmstate: true,
  credential: true,
  devicecode: true,
  deviceonline: true,
  dirtyhour: true,
  entityfile: true,
  history: true,
  hj212command: true,
  hj212knock: true,
  hj212mark: true,
  hj212reported: true,
  hj212state: true,
  hj212station: true,
  historymark: true,
  historyrevision: true,
  knownnetwork: true,
  lastvalue: true,
  migration: true,
  northstate: true,
  operationdetail: true,
  operationlog: true,
  outbox: true,
  rollup: true,
  session: true,
  setting: true,
  smscode: true,
  tally: true,
  thresholdlog: true,
  wxscene: true,
}

export const isSystemTable = (table: string): boolean => Object.hasOwn(known, table) || /^history_\d/.test(table)
