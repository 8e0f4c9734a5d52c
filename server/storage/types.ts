import type { Compilable, Generated, Kysely, Transaction } from 'kysely'
import type { area } from '../../resources/area.ts'
import type { channel } from '../../resources/channel.ts'
import type { contact } from '../../resources/contact.ts'
import type { device } from '../../resources/device.ts'
import type { deviceai } from '../../resources/deviceai.ts'
import type { display } from '../../resources/display.ts'
import type { escalation } from '../../resources/escalation.ts'
import type { gateway } from '../../resources/gateway.ts'
import type { RowOf } from '../../resources/kit/define.ts'
import type { maintenance } from '../../resources/maintenance.ts'
import type { node } from '../../resources/node.ts'
import type { northdatainfo, northdatalist, northinterface } from '../../resources/north.ts'
import type { permission, permissiontype } from '../../resources/permission.ts'
import type { nodemap, product } from '../../resources/product.ts'
import type { project } from '../../resources/project.ts'
import type { calibration } from '../../resources/calibration.ts'
import type { roster } from '../../resources/roster.ts'
import type { threshold } from '../../resources/threshold.ts'
import type { user } from '../../resources/user.ts'
import type { video } from '../../resources/video.ts'
import type { Log } from '../log.ts'
import type { HistoryStore } from './homes/types.ts'

type Entity<R> = Omit<R, 'id'> & { id: Generated<number> }

/** The tables that definitions give rise to; their columns follow the definitions. */
interface EntityTables {
  project: Entity<RowOf<typeof project>>
  systemuser: Entity<RowOf<typeof user>>
  district: Entity<RowOf<typeof area>>
  devicetype: Entity<RowOf<typeof product>>
  nodemap: Entity<RowOf<typeof nodemap>>
  node: Entity<RowOf<typeof node>>
  gateway: Entity<RowOf<typeof gateway>>
  device: Entity<RowOf<typeof device>>
  deviceai: Entity<RowOf<typeof deviceai>>
  videoshow: Entity<RowOf<typeof video>>
  threshold: Entity<RowOf<typeof threshold>>
  alarmroster: Entity<RowOf<typeof roster>>
  alarmescalation: Entity<RowOf<typeof escalation>>
  alarmchannel: Entity<RowOf<typeof channel>>
  alarmmaintenance: Entity<RowOf<typeof maintenance>>
  calibration: Entity<RowOf<typeof calibration>>
  alarminfo: Entity<RowOf<typeof contact>>
  northinterface: Entity<RowOf<typeof northinterface>>
  northdatainfo: Entity<RowOf<typeof northdatainfo>>
  northdatalist: Entity<RowOf<typeof northdatalist>>
  datashow: Entity<RowOf<typeof display>>
  permission: Entity<RowOf<typeof permission>>
  permissiontype: Entity<RowOf<typeof permissiontype>>
}

/** The tables of the platform itself, made by migrations. Times are epoch milliseconds, flags 0 or 1. */
export interface SystemTables {
  /** Signed-in sessions; the token itself is never stored, only its SHA-256 in hex. */
  session: {
    token_hash: string
    user_id: number
    created_at: number
    seen_at: number
    expires_at: number
    address: string | null
    wall: Generated<number>
  }
  /** Credentials of devices and gateways for telemetry; SHA-256 in hex. */
  credential: {
    id: Generated<number>
    token_hash: string
    device_id: number | null
    gateway_id: number | null
    created_at: number
    revoked_at: number | null
  }
  /** One row a saved sample, the first of its moment. Range-partitioned by ts on PostgreSQL. Key (device_id, nodemap_id, ts). */
  history: { device_id: number; nodemap_id: number; ts: number; value: number }
  /**
   * A later, other value for a moment whose `first` one is known; sparse. `stands` 1: a rule put it in the first one's place. Key (device_id, nodemap_id,
   * ts, value).
   */
  historyrevision: {
    device_id: number
    nodemap_id: number
    ts: number
    value: number
    first: number
    stands: number
    source: string
    source_id: number | null
    received_at: number
  }
  /** A value that its node cannot measure; sparse, and not in the history. Key (device_id, nodemap_id, ts). */
  historymark: {
    device_id: number
    nodemap_id: number
    ts: number
    value: number
    mark: string
    source: string
    source_id: number | null
    received_at: number
  }
  /**
   * A value of the history that is not good: `flag` 3 suspect or 4 fail (QARTOD's; 1 where a person accepted it), `tests` has the bits of those that
   * said so (server/quality). Sparse. Key (device_id, nodemap_id, ts).
   */
  historyflag: { device_id: number; nodemap_id: number; ts: number; flag: number; tests: number }
  /** How many values of an hour came after their deadline. Key (device_id, nodemap_id, hour). */
  qualitylate: { device_id: number; nodemap_id: number; hour: number; count: number }
  /** How far a value's own time was from when it came, ms, where that is more than its node allows. Key (device_id, nodemap_id, ts). */
  qualityskew: { device_id: number; nodemap_id: number; ts: number; skew: number }
  /** How many values of a day of UTC are valid, doubted and came late. Key (device_id, day, nodemap_id). */
  qualityday: { device_id: number; day: number; nodemap_id: number; valid: number; doubted: number; late: number }
  /** Hours whose mean lies too far from the median of the neighbours. Key (device_id, hour, nodemap_id). */
  qualitynear: { device_id: number; nodemap_id: number; hour: number }
  /** Longer without a value than the node allows: from the one before to the one that ended it. Key (device_id, nodemap_id, until). */
  qualitygap: { device_id: number; nodemap_id: number; until: number; since: number }
  /** Hours of devices to be compared with their neighbours anew; `stamp` moves with every marking. */
  neardirty: { hour: number; device_id: number; stamp: number }
  /**
   * What a person said of the values of a node in a span, both ends included: `flag` 1 good after all, 3, 4. `step` 1 to 3: a higher one counts before a
   * lower one, of one step the last. One that was taken back stays.
   */
  qualityreview: {
    id: Generated<number>
    device_id: number
    nodemap_id: number
    since: number
    until: number
    flag: number
    /** A correction has `factor` and `zero`, or one `value` for all of its span; other reviews have none of them. */
    zero: number | null
    factor: number | null
    value: number | null
    step: number
    reason: string
    user_id: number
    made_at: number
    revoked_by: number | null
    revoked_at: number | null
  }
  /** The latest sample of every node of every device, saved or not. Key (device_id, nodemap_id). */
  lastvalue: { device_id: number; nodemap_id: number; ts: number; value: number }
  /** Who does what only one process may do (PostgreSQL): `until` by the database's clock, `token` greater with every holder. */
  lease: { name: string; holder: string; token: number; until: number }
  /** When a device came online (1) or went off (0). */
  deviceonline: { id: Generated<number>; device_id: number; time: number; state: number }
  operationlog: {
    id: Generated<number>
    operation_date: number
    operation_table: string
    operation_name: string
    operation_type: string
    record_id: number | null
    project_id: number | null
    /** The area that the record lies in. */
    district_id: number | null
    user_id: number | null
    explained: string | null
  }
  operationdetail: {
    id: Generated<number>
    operation_id: number
    field_name: string
    field_comment: string
    new_value: string | null
    old_value: string | null
  }
  /** One row an alarm; `is_alarm` 1 while it lasts, 0 once revoked. `trace` is JSON: why it fired. */
  thresholdlog: {
    id: Generated<number>
    alarm_time: number
    threshold_id: number
    threshold_name: string
    device_id: number
    device_name: string
    district_id: number
    nodemap_id: number
    nodemap_name: string
    real_value: number
    /** The rule in words and numbers. */
    alarm_value: string
    alarm_msg: string
    project_id: number
    is_alarm: number
    /** 0 unhandled, 1 false alarm, 2 handled. */
    alarm_state: number
    alert_level: number | null
    explained: string | null
    recovered_at: number | null
    handled_by: number | null
    handled_at: number | null
    trace: string | null
    /** 0 new, 1 acknowledged, 2 closed (resources/kit/episode.ts); alarm_state, handled_by and handled_at follow it. */
    work: Generated<number>
    assignee_id: Generated<number | null>
    roster_id: Generated<number | null>
    acknowledged_at: Generated<number | null>
    snoozed_until: Generated<number | null>
    snooze_level: Generated<number | null>
    /** How it was closed: a built-in word, or the id of a result of the project. */
    result: Generated<string | null>
    /** How often it fired again within the rule's minimum-off time, and when last. */
    refires: Generated<number>
    last_fired_at: Generated<number | null>
    peak: Generated<number | null>
    peak_at: Generated<number | null>
    /** Time of the node's last value, once that is too old to count; null: it speaks. */
    silent_since: Generated<number | null>
    /** Id of the first episode of its incident; null: it stands alone. `apart` 1: somebody took it out. */
    incident_id: Generated<number | null>
    apart: Generated<number>
    /** 1: it fired within a maintenance window, and nobody was told. */
    suppressed: Generated<number>
    /** The last remark. */
    note: Generated<string | null>
    /** Moves with every act. */
    version: Generated<number>
    /** Who was on call when it was given to a roster: a contact. */
    on_call_id: Generated<number | null>
    /** The escalation of its rule, the step that comes next, and from when minutes count (alarms/escalation). */
    escalation_id: Generated<number | null>
    escalation_step: Generated<number>
    escalation_since: Generated<number | null>
    /** When the clock looks at it next, epoch ms; null: nothing is to come. */
    escalate_at: Generated<number | null>
  }
  /** The names that alarm records hold of a device (`kind` 1), a rule (2) or a node (3): a trigger keeps them. */
  alarmname: { kind: number; ref_id: number; name: string }
  /** What happened to an episode, beyond its first firing and its last end: acts of people, and firing again. `data` is JSON. */
  episodeact: {
    id: Generated<number>
    thresholdlog_id: number
    at: number
    kind: string
    /** Null: the platform itself. */
    user_id: number | null
    data: string | null
    /** What the console calls it, one of its user's and episode's; null: nothing. */
    act_key: string | null
  }
  /**
   * What alarms switched (alarms/switches): by which episode, and `root_id`, the first of the chain that led to it. `result` null: the device may still
   * answer. `undo_` of the last undoing; `reason` is JSON (alarms/explain.ts).
   */
  episodeswitch: {
    id: Generated<number>
    thresholdlog_id: number
    root_id: number
    sendlog_id: number | null
    operation_id: number | null
    device_id: number
    nodemap_id: number
    device_name: string
    node_name: string
    from_value: number | null
    to_value: number
    at: number
    result: string | null
    reported: number | null
    ended_at: number | null
    reason: string | null
    undo_at: number | null
    undo_by: number | null
    undo_operation_id: number | null
    undo_result: string | null
    undo_reported: number | null
    undo_ended_at: number | null
  }
  /** What became of each message of an alarm. `alarm_type` 1 message, 2 WeChat, 3 email, 4 linkage, 5 channel. */
  alarmsendlog: {
    id: Generated<number>
    thresholdlog_id: number
    device_id: number
    alarm_time: number
    send_name: string
    send_url: string
    send_data: string
    send_ok: number
    alarm_type: number
    project_id: number
    explained: string | null
    /** Epoch ms at which a process began to send it; null before. */
    claimed_at: number | null
    /** Of a message to a channel: which, and what is said as JSON (alarms/channels/news.ts). */
    channel_id: number | null
    message: string | null
    /** How often it was tried, and the epoch ms before which it is not tried again. */
    attempts: Generated<number>
    next_at: number | null
    /** The storm that held it back for its digest (alarms/storm); null: none did. */
    storm_id: number | null
    /** 1: it tells the end of an alarm. */
    is_end: Generated<number>
  }
  /** What each recipient of messages got lately, and until when more are held for one digest. `sent` and `passed` are JSON lists. */
  alarmstorm: {
    id: Generated<number>
    project_id: number
    /** The way and the address, or the channel's id. */
    recipient: string
    name: string
    sent: string
    ends_at: number | null
    passed: string
  }
  /** Browsers that opted in to be told of alarms (RFC 8030, RFC 8291). */
  pushsubscription: {
    id: Generated<number>
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    language: string
    created_at: number
  }
  /** Messages that could not leave because their way out is not configured. */
  outbox: {
    id: Generated<number>
    created_at: number
    alarm_type: number
    recipient: string
    subject: string
    content: string
    project_id: number | null
    thresholdlog_id: number | null
    reason: string
  }
  /** Where each rule stands for each device. `state` 0 normal, 1 broken but not yet for hold_time, 2 in alarm. */
  alarmstate: {
    threshold_id: number
    device_id: number
    state: number
    since: number
    sent_at: number | null
    log_id: number | null
    seen_at: number | null
    ts: number | null
    /** JSON: what of a stand has no column of its own (alarms/watching/stored.ts). */
    more: string | null
  }
  /** Acknowledged samples that the alarm rules were not applied to yet, a row a batch. `samples` is JSON: device, node map, time, value, and so on. */
  alarminbox: InboxRow
  /** Hourly rollup of history, by the hour's start (UTC); `…_at` are the times of the first, last and (earliest) extreme samples. */
  rollup: {
    device_id: number
    nodemap_id: number
    hour: number
    min: number
    max: number
    sum: number
    count: number
    first: number
    last: number
    first_at: number
    last_at: number
    min_at: number
    max_at: number
    /**
     * Of directions: sums of their sines and cosines, of unit vectors and weighted by speed, and how many have one; null of others, and where nobody
     * worked them out.
     */
    sine: Generated<number | null>
    cosine: Generated<number | null>
    speed_sine: Generated<number | null>
    speed_cosine: Generated<number | null>
    speeds: Generated<number | null>
    /** Of sound levels: the sum of their energies, 10^(dB/10); null of others, and where nobody worked it out. */
    energy: Generated<number | null>
  }
  /** Hours whose rollup is behind their history. */
  dirtyhour: { device_id: number; hour: number }
  /** Hourly means of what a station measures, by the hour's start (UTC). `means` is JSON: [value, minutes of sampling] by pollutant. */
  environmenthour: { hour: number; medium: string; device_id: number; means: string }
  /**
   * What law says of a station's day. `main` are the primary pollutants, comma-joined; `start` the day's first moment; `ld_above` and `ln_above` by
   * how many dB sound is above the limits by day and at night; `missing`, of air, what it was judged without, comma-joined, null where nobody knows.
   */
  environmentday: {
    device_id: number
    medium: string
    day: string
    start: number
    standard: string
    scheme: string
    idx: number | null
    level: number | null
    main: string
    hours: number
    ld_above: Generated<number | null>
    ln_above: Generated<number | null>
    missing: Generated<string | null>
  }
  /** What days of air were judged by: JSON by pollutant, of those alone that are valid. */
  environmentmean: { device_id: number; day: string; means: string }
  /** Hours whose means are behind their history; `stamp` moves with every marking. */
  environmentdirty: { device_id: number; hour: number; stamp: number }
  /** What became of a northbound interface's last push. */
  northstate: {
    interface_id: number
    last_at: number | null
    last_ok: number
    last_result: string | null
    failures: number
    next_at: number
  }
  /**
   * Spans of time that a northbound interface of HJ 212 reports: of one device, or of all as one station (`subject_id` 0). `state` 0 waits to be
   * acknowledged, 1 was, 2 was dropped. What they say is read from the history when they are sent. Key (interface_id, cn, subject_id, ts).
   */
  northspool: { interface_id: number; cn: number; subject_id: number; ts: number; state: number }
  /** The connection of a northbound interface of HJ 212, and its last frames as JSON. */
  northsession: { interface_id: number; up: number; since: number; frames: string }
  /** Codes sent by SMS; only their hash. */
  smscode: { phone: string; code_hash: string; sent_at: number; expires_at: number; tries: number }
  /** WeChat scans under way, by the random id of the dialog that shows the QR code. */
  wxscene: {
    random_id: string
    district_id: number
    user_id: number
    ticket: string
    created_at: number
    expires_at: number
    openid: string | null
  }
  /** How often something happened lately, for limits that processes keep together. */
  tally: { key: string; count: number; until: number }
  /** Device codes that no device has any more, with the project they stay with. */
  devicecode: { sn: string; project_id: number; held_at: number }
  /** From which networks an account signed in, and when last; the account's name in lower case. */
  knownnetwork: { account: string; network: string; seen_at: number }
  /** Devices that speak HJ 212: what they sign in with, both encrypted. */
  hj212station: { device_id: number; version: number; pw: string | null; sm4: string | null; updated_at: number }
  /** What a station says of a span of time itself (`cn` 2051, 2061, 2031, and 2013). Key (device_id, cn, ts, factor). */
  hj212reported: {
    device_id: number
    cn: number
    ts: number
    factor: string
    min: number | null
    avg: number | null
    max: number | null
    cou: number | null
    flag: string | null
  }
  /** What a station said last of its equipment and of itself, by command and name. */
  hj212state: { device_id: number; cn: number; name: string; value: string; at: number }
  /** Marks of real-time values other than N: how they were measured. Key (device_id, nodemap_id, ts). */
  hj212mark: { device_id: number; nodemap_id: number; ts: number; mark: string }
  /** Messages that could not be read or taken, by who sent them and why. Key (source, peer, reason); `device_id` where the sender is one. */
  refusedmessage: {
    source: string
    peer: string
    reason: string
    /** Of the reason, JSON. */
    args: string
    device_id: number | null
    /** What the last of them began with. */
    bytes: string
    times: number
    first_at: number
    last_at: number
  }
  /** Stations that were not let in. */
  hj212knock: {
    mn: string
    reason: string
    st: string
    version: number
    address: string
    factors: string
    frame: string
    first_at: number
    last_at: number
    times: number
  }
  /** Commands to stations; `outcome` null while one is under way. */
  hj212command: {
    id: Generated<number>
    device_id: number
    cn: number
    params: string
    user_id: number | null
    asked_at: number
    outcome: string | null
    ended_at: number | null
    answer: string | null
  }
  /** Small facts of the platform itself: seeding progress, first start. */
  setting: { name: string; value: string }
  /** Which migrations ran. */
  migration: { name: string; timestamp: string }
  /** Of the migrator. */
  migration_lock: { id: string; is_locked: number }
}

export type Tables = EntityTables & SystemTables

/** Samples of one batch that may change the state of an alarm. */
export interface InboxRow {
  id: string
  /** Epoch ms by the platform's clock. */
  received_at: number
  samples: string
}

/** Tables whose names and columns come from definitions at run time. */
export interface AnyTables {
  [table: string]: { [column: string]: string | number | null }
}

/** What becomes of a sample: it moves the last value alone, becomes history as well, or (another value for the moment that is live) becomes history alone. */
export type SaveMode = 0 | 1 | 2

/** Who sent samples, and when they came, epoch ms. */
export interface Origin {
  source: string
  source_id: number | null
  received_at: number
  /** A rule whose value takes the place of the first one of a moment. */
  amends?: boolean
}

/** Beside the samples: who sent them and what their nodes cannot measure. */
export interface Evidence {
  /** The origin of the samples from place `from` on, until the next; in order. */
  origins: readonly (Origin & { from: number })[]
  marks: readonly MarkRow[]
  /** Values among the samples that are not good. */
  flags?: readonly FlagRow[]
  /** Places of samples that came after their deadline. */
  late?: readonly number[]
  /** Values among the samples whose own time is too far from now. */
  skews?: readonly SkewRow[]
  /** What devices say of their own values. */
  said?: readonly StationMarkRow[]
}

export type LastValue = SystemTables['lastvalue']
export type SkewRow = SystemTables['qualityskew']
export type StationMarkRow = SystemTables['hj212mark']
export type FlagRow = SystemTables['historyflag']
export type MarkRow = SystemTables['historymark']
export type RevisionRow = SystemTables['historyrevision']

/**
 * Samples to store, as columns of equal length (ts epoch ms). Every sample moves its last value unless an older one, but for those with `save` 2; only
 * those with `save` 1 or 2 become history.
 */
export interface Samples {
  device_id: number[]
  nodemap_id: number[]
  ts: number[]
  value: number[]
  save: SaveMode[]
  /** Written in the same transaction: what is acknowledged is judged even if this process ends at once. */
  inbox?: InboxRow | null
  /** Without it samples are the platform's own, and came now. */
  evidence?: Evidence
  /**
   * After so many ms in which nothing comes of its transaction PostgreSQL ends it, since others may have the same samples to store: who is stopped within
   * it would keep them waiting. Left out: never.
   */
  standstill?: number
}

/** Whether this process is the one that does what only one may do. It may change at any time; the leader's end is noticed within seconds. */
export interface Leadership {
  isLeader(): boolean
  /** What holds writes to the leadership as it stands now; null where there can be no other process. */
  fence(): Fence | null
  /** Gives leadership up. */
  close(): Promise<void>
}

/** Keeps out what a process writes after another has taken its place, though it has not noticed. */
export interface Fence {
  /** Greater with every holder. */
  token: number
  /** The way of one transaction through the fence. */
  enter(): Passage
}

/** One transaction under a fence, which can be asked for afterwards. */
export interface Passage {
  /** Its first statement: the next holder waits until it ends. Throws LeaseLost where another did already. */
  check<T>(trx: Kysely<T>): Promise<void>
  /** In another transaction: whether it was committed. Waits while it is under way yet; what was not committed by then never is. */
  wasCommitted<T>(trx: Kysely<T>): Promise<boolean>
  /** Call it once no caller asks any more. */
  leave(): void
}

/** Another process leads by now: the transaction was refused. */
export class LeaseLost extends Error {
  constructor(readonly lease: string) {
    super(`another process holds the lease ${lease} by now`)
  }
}

/** Messages between the processes of one database, each below 8,000 bytes. */
export interface Broadcast {
  /** Resolves once messages are heard. */
  ready: Promise<void>
  send(message: string): void
  close(): Promise<void>
}

/**
 * A database with the platform's schema in place. Two engines behind one face: embedded SQLite (one writer thread, reader threads: the
 * event loop never waits for a query) and PostgreSQL.
 */
export interface Storage extends HistoryStore {
  readonly engine: 'sqlite' | 'postgres'
  /** For queries that only read. */
  readonly read: Kysely<Tables>
  /** The same, for tables that definitions name at run time. */
  readonly readAny: Kysely<AnyTables>
  /**
   * Runs work in one transaction, committed (and on disk) when the promise resolves, rolled back when `work` throws. On SQLite one at
   * a time: keep it short, and never wait for anything but the transaction inside.
   */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** The same, for tables that definitions name at run time. */
  writeAny<T>(work: (trx: Transaction<AnyTables>) => Promise<T>): Promise<T>
  /** Call after rows of a table were inserted with ids of one's own, in the same transaction: the next id given then lies above them. */
  afterExplicitIds<T>(trx: Transaction<T>, table: keyof EntityTables): Promise<void>
  /** A large read whose rows leave the database as the text of a JSON array, to be passed on unparsed. */
  jsonText(query: Compilable): Promise<string>
  /**
   * Stands for the leadership of a name among the processes of this database; close it before the storage. `moved` is told each time it comes here,
   * and goes.
   */
  lead(name: string, log: Log, moved?: (here: boolean) => void): Leadership
  /** Names of leases that begin so and were held once, but have run out; none where there is but one process. */
  lapsed(prefix: string): Promise<string[]>
  /**
   * Opens the way to the other processes of this database: `hear` gets each message sent, one's own among them; `gap` is called when
   * messages may have been lost. Null where there is but one process. Close it before the storage.
   */
  broadcast(hear: (message: string) => void, gap: () => void, log: Log): Broadcast | null
  /** Resolves when the database can work no more and only a restart helps (a thread of it ended); with most engines never. */
  readonly failed: Promise<Error>
  /** Waits for what is under way and closes. */
  close(): Promise<void>
}

/** What went wrong inside the database, as far as callers care. */
export type ConstraintKind = 'unique' | 'foreign' | 'notNull' | 'check'
