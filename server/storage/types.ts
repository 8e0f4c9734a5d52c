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

/** Tables that definitions give rise to; their columns follow the definitions. */
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
  /**
   * One row per saved sample, the first value of its time. Range-partitioned by ts on PostgreSQL. Key (device_id,
   * nodemap_id, ts).
   */
  history: { device_id: number; nodemap_id: number; ts: number; value: number }
  /**
   * A later, different value for a time whose first value is `first`; sparse. `stands` 1: a rule made it replace the
   * first value. Key (device_id, nodemap_id, ts, value).
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
   * A value of the history that is not good: `flag` 3 suspect or 4 fail (QARTOD's; 1 where a person accepted it),
   * `tests` has the bits of the tests that found it (server/quality). Sparse. Key (device_id, nodemap_id, ts).
   */
  historyflag: { device_id: number; nodemap_id: number; ts: number; flag: number; tests: number }
  /** How many values of an hour came after their deadline. Key (device_id, nodemap_id, hour). */
  qualitylate: { device_id: number; nodemap_id: number; hour: number; count: number }
  /**
   * How far a value's own time was from the time it came, ms, where that is more than its node allows. Key (device_id,
   * nodemap_id, ts).
   */
  qualityskew: { device_id: number; nodemap_id: number; ts: number; skew: number }
  /** How many values of a UTC day are valid, doubted and late. Key (device_id, day, nodemap_id). */
  qualityday: { device_id: number; day: number; nodemap_id: number; valid: number; doubted: number; late: number }
  /** Hours whose mean lies too far from the median of the neighbours. Key (device_id, hour, nodemap_id). */
  qualitynear: { device_id: number; nodemap_id: number; hour: number }
  /**
   * A gap without values that is longer than the node allows: from the last value before it to the value that ended it.
   * Key (device_id, nodemap_id, until).
   */
  qualitygap: { device_id: number; nodemap_id: number; until: number; since: number }
  /** Hours of devices that have to be compared with their neighbours again; `stamp` grows with every marking. */
  neardirty: { hour: number; device_id: number; stamp: number }
  /**
   * A person's judgement of a node's values in a span, both ends included: `flag` 1 good after all, 3 suspect, 4 fail.
   * `step` 1 to 3: a higher step takes precedence over a lower one, and within a step the last counts. A revoked
   * judgement stays.
   */
  qualityreview: {
    id: Generated<number>
    device_id: number
    nodemap_id: number
    since: number
    until: number
    flag: number
    /** A correction has `factor` and `zero`, or one `value` for its whole span; other reviews have none of them. */
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
  /**
   * Leases of what only one process may do (PostgreSQL): `until` is by the database's clock, `token` grows with every
   * holder.
   */
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
  /** One row per alarm; `is_alarm` 1 while it lasts, 0 once revoked. `trace` is JSON: why it fired. */
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
    /** How it was closed: a built-in word, or the id of one of the project's results. */
    result: Generated<string | null>
    /** How often it fired again within the rule's minimum-off time, and when it last did. */
    refires: Generated<number>
    last_fired_at: Generated<number | null>
    peak: Generated<number | null>
    peak_at: Generated<number | null>
    /** Time of the node's last value, once that is too old to count; null while the node reports. */
    silent_since: Generated<number | null>
    /**
     * Id of the first episode of its incident; null: it belongs to none. `apart` 1: a user took it out of its incident.
     */
    incident_id: Generated<number | null>
    apart: Generated<number>
    /** 1: it fired within a maintenance window, and no message was sent. */
    suppressed: Generated<number>
    /** The last remark. */
    note: Generated<string | null>
    /** Grows with every act. */
    version: Generated<number>
    /** The contact who was on call when it was given to a roster. */
    on_call_id: Generated<number | null>
    /** The escalation of its rule, the next step, and the time from which minutes count (alarms/escalation). */
    escalation_id: Generated<number | null>
    escalation_step: Generated<number>
    escalation_since: Generated<number | null>
    /** When escalation looks at it next, epoch ms; null: no step is to come. */
    escalate_at: Generated<number | null>
  }
  /** Names that alarm records hold of a device (`kind` 1), a rule (2) or a node (3); a trigger maintains them. */
  alarmname: { kind: number; ref_id: number; name: string }
  /**
   * What happened to an episode besides its first firing and its last end: acts of users, and firing again. `data` is
   * JSON.
   */
  episodeact: {
    id: Generated<number>
    thresholdlog_id: number
    at: number
    kind: string
    /** Null: the platform itself acted. */
    user_id: number | null
    data: string | null
    /** The console's key of an act, unique for its user and episode; null: none. */
    act_key: string | null
  }
  /**
   * What alarms switched (alarms/switches): the episode that did, and `root_id`, the first episode of the chain that
   * led to it. `result` null: the device may still answer. `undo_…` describe the last undoing; `reason` is JSON
   * (alarms/explain.ts).
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
  /** The outcome of each message of an alarm. `alarm_type` 1 message, 2 WeChat, 3 email, 4 linkage, 5 channel. */
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
    /** When a process began to send it, epoch ms; null before. */
    claimed_at: number | null
    /** For a message to a channel: the channel, and the content as JSON (alarms/channels/news.ts). */
    channel_id: number | null
    message: string | null
    /** How often it was tried, and the time before which it is not tried again, epoch ms. */
    attempts: Generated<number>
    next_at: number | null
    /** The storm that held it back for its digest (alarms/storm); null: it was not held back. */
    storm_id: number | null
    /** 1: it reports the end of an alarm. */
    is_end: Generated<number>
  }
  /**
   * Messages that each recipient got lately, and until when more are held for one digest. `sent` and `passed` are JSON
   * lists.
   */
  alarmstorm: {
    id: Generated<number>
    project_id: number
    /** The kind of message and the address, or the channel's id. */
    recipient: string
    name: string
    sent: string
    ends_at: number | null
    passed: string
  }
  /** Browsers that subscribed to alarm messages (RFC 8030, RFC 8291). */
  pushsubscription: {
    id: Generated<number>
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    language: string
    created_at: number
  }
  /** Messages that could not be sent because no server or provider is configured for them. */
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
  /** State of each rule for each device. `state` 0 normal, 1 broken but not yet for hold_time, 2 in alarm. */
  alarmstate: {
    threshold_id: number
    device_id: number
    state: number
    since: number
    sent_at: number | null
    log_id: number | null
    seen_at: number | null
    ts: number | null
    /** JSON: the parts of the state that have no column of their own (alarms/watching/stored.ts). */
    more: string | null
  }
  /**
   * Acknowledged samples that the alarm rules were not applied to yet, a row per batch. `samples` is JSON: device, node
   * map, time, value, repeated for each sample.
   */
  alarminbox: InboxRow
  /**
   * Hourly rollup of history, by the hour's start (UTC); `…_at` are the times of the first, last and (earliest) extreme
   * samples.
   */
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
     * For directions: sums of sines and cosines, of unit vectors and weighted by speed, and the number of directions
     * that have a speed; null for other nodes, and where they were not computed.
     */
    sine: Generated<number | null>
    cosine: Generated<number | null>
    speed_sine: Generated<number | null>
    speed_cosine: Generated<number | null>
    speeds: Generated<number | null>
    /** For sound levels: the sum of their energies, 10^(dB/10); null for other nodes, and where it was not computed. */
    energy: Generated<number | null>
  }
  /** Dirty hours: their rollup is older than their history. */
  dirtyhour: { device_id: number; hour: number }
  /**
   * Hourly means of what a station measures, by the hour's start (UTC). `means` is JSON: [value, minutes of sampling]
   * by pollutant.
   */
  environmenthour: { hour: number; medium: string; device_id: number; means: string }
  /**
   * The legal assessment of a station's day. `main` are the primary pollutants, comma-joined; `start` is the day's
   * first moment; `ld_above` and `ln_above` say by how many dB sound is above the limits by day and at night;
   * `missing`, for air, names the pollutants it was judged without, comma-joined; null: unknown.
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
  /** The means by which days of air were judged: JSON by pollutant, valid ones only. */
  environmentmean: { device_id: number; day: string; means: string }
  /** Hours whose means are older than their history; `stamp` grows with every marking. */
  environmentdirty: { device_id: number; hour: number; stamp: number }
  /** Result of a northbound interface's last push. */
  northstate: {
    interface_id: number
    last_at: number | null
    last_ok: number
    last_result: string | null
    failures: number
    next_at: number
  }
  /**
   * Spans of time that a northbound interface of HJ 212 reports: of one device, or of all devices as one station
   * (`subject_id` 0). `state` 0: waits to be acknowledged, 1: acknowledged, 2: dropped. The values are read from the
   * history when a span is sent. Key (interface_id, cn, subject_id, ts).
   */
  northspool: { interface_id: number; cn: number; subject_id: number; ts: number; state: number }
  /** The state of the connection of a northbound interface of HJ 212, and its last frames as JSON. */
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
  /** Counts of recent events, for limits that all processes apply together. */
  tally: { key: string; count: number; until: number }
  /** Device codes that no device has any more, with the project that they remain reserved for. */
  devicecode: { sn: string; project_id: number; held_at: number }
  /** Networks from which an account signed in, and when it last did; the account's name is in lower case. */
  knownnetwork: { account: string; network: string; seen_at: number }
  /** Devices that speak HJ 212, with the secrets they sign in with, both encrypted. */
  hj212station: { device_id: number; version: number; pw: string | null; sm4: string | null; updated_at: number }
  /**
   * Values that a station itself reports for a span of time (`cn` 2051, 2061, 2031, and 2013). Key (device_id, cn, ts,
   * factor).
   */
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
  /** What a station last reported of its equipment and of itself, by command and name. */
  hj212state: { device_id: number; cn: number; name: string; value: string; at: number }
  /** Marks of real-time values other than N, which say how a value was measured. Key (device_id, nodemap_id, ts). */
  hj212mark: { device_id: number; nodemap_id: number; ts: number; mark: string }
  /**
   * Messages that could not be read or accepted, by sender and reason. Key (source, peer, reason); `device_id` where
   * the sender is a device.
   */
  refusedmessage: {
    source: string
    peer: string
    reason: string
    /** Arguments of the reason, JSON. */
    args: string
    device_id: number | null
    /** The beginning of the last such message. */
    bytes: string
    times: number
    first_at: number
    last_at: number
  }
  /** Stations whose connection was refused. */
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
  /** Migrations that ran. */
  migration: { name: string; timestamp: string }
  /** Belongs to Kysely's migrator. */
  migration_lock: { id: string; is_locked: number }
}

export type Tables = EntityTables & SystemTables

/** Samples of one batch that may change the state of an alarm. */
export interface InboxRow {
  id: string
  /** By the platform's clock, epoch ms. */
  received_at: number
  samples: string
}

/** Tables whose names and columns come from definitions at run time. */
export interface AnyTables {
  [table: string]: { [column: string]: string | number | null }
}

/**
 * What a sample becomes: 0 moves the last value only, 1 becomes history as well, 2 (another value for the time of the
 * live one) becomes history only.
 */
export type SaveMode = 0 | 1 | 2

/** Who sent samples, and when they were received, epoch ms. */
export interface Origin {
  source: string
  source_id: number | null
  received_at: number
  /** Whether the sender is a rule whose value replaces the first one of a time. */
  amends?: boolean
}

/** What is known beside the samples: who sent them, which values their nodes cannot measure, and their quality. */
export interface Evidence {
  /** The origin of the samples from index `from` on, up to the next entry; in order. */
  origins: readonly (Origin & { from: number })[]
  marks: readonly MarkRow[]
  /** Flags of samples that are not good. */
  flags?: readonly FlagRow[]
  /** Indexes of samples that came after their deadline. */
  late?: readonly number[]
  /** Samples whose own time is too far from the present. */
  skews?: readonly SkewRow[]
  /** Marks that devices give their own values. */
  said?: readonly StationMarkRow[]
}

export type LastValue = SystemTables['lastvalue']
export type SkewRow = SystemTables['qualityskew']
export type StationMarkRow = SystemTables['hj212mark']
export type FlagRow = SystemTables['historyflag']
export type MarkRow = SystemTables['historymark']
export type RevisionRow = SystemTables['historyrevision']

/**
 * Samples to store, as columns of equal length (ts epoch ms). Every sample moves its node's last value unless it is
 * older than that, except those with `save` 2; only those with `save` 1 or 2 become history.
 */
export interface Samples {
  device_id: number[]
  nodemap_id: number[]
  ts: number[]
  value: number[]
  save: SaveMode[]
  /** Written in the same transaction, so that acknowledged samples are judged even if this process ends at once. */
  inbox?: InboxRow | null
  /** Left out: samples are the platform's own, and came just now. */
  evidence?: Evidence
  /**
   * PostgreSQL ends the transaction after it was idle for this long, ms: other processes may have the same samples to
   * store, and a process that is stopped within the transaction would keep them waiting. Left out: never.
   */
  standstill?: number
}

/**
 * Whether this process does the work that only one process may do. It may change at any time; other processes notice
 * the leader's end within seconds.
 */
export interface Leadership {
  isLeader(): boolean
  /** Returns the fence that binds writes to the present leadership; null where there can be no other process. */
  fence(): Fence | null
  /** Gives leadership up. */
  close(): Promise<void>
}

/** Refuses the writes of a process after another has taken its place, even where the process has not noticed. */
export interface Fence {
  /** Fencing token: grows with every holder. */
  token: number
  /** Takes one transaction through the fence. */
  enter(): FencedTransaction
}

/** One transaction under a fence, whose outcome can be asked for afterwards. */
export interface FencedTransaction {
  /**
   * The transaction's first statement: the next holder waits until the transaction ends. Throws LeaseLost where another
   * process already holds the lease.
   */
  check<T>(trx: Kysely<T>): Promise<void>
  /**
   * Asks in another transaction whether this one was committed. Waits while it is under way; what is not committed by
   * then never will be.
   */
  wasCommitted<T>(trx: Kysely<T>): Promise<boolean>
  /** Call it once the outcome is not asked for any more. */
  leave(): void
}

/** Thrown where a transaction was refused because another process leads. */
export class LeaseLost extends Error {
  constructor(readonly lease: string) {
    super(`another process holds the lease ${lease} by now`)
  }
}

/** Messages between the processes of one database, each below 8,000 bytes. */
export interface Broadcast {
  /** Resolves once messages are received. */
  ready: Promise<void>
  send(message: string): void
  close(): Promise<void>
}

/**
 * A database with the platform's schema in place. Two engines have the same interface: embedded SQLite (one writer
 * thread, reader threads: the event loop never waits for a query) and PostgreSQL.
 */
export interface Storage extends HistoryStore {
  readonly engine: 'sqlite' | 'postgres'
  /** For queries that only read. */
  readonly read: Kysely<Tables>
  /** Does the same for tables that definitions name at run time. */
  readonly readAny: Kysely<AnyTables>
  /**
   * Runs work in one transaction, committed (and on disk) when the promise resolves, rolled back when `work` throws.
   * SQLite runs one at a time: keep the work short, and wait for nothing in it but the transaction.
   */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Does the same for tables that definitions name at run time. */
  writeAny<T>(work: (trx: Transaction<AnyTables>) => Promise<T>): Promise<T>
  /**
   * Call it after rows of a table were inserted with explicit ids, in the same transaction: the next id given then lies
   * above them.
   */
  afterExplicitIds<T>(trx: Transaction<T>, table: keyof EntityTables): Promise<void>
  /** Runs a large read; its rows leave the database as the text of a JSON array, to be passed on unparsed. */
  jsonText(query: Compilable): Promise<string>
  /**
   * Stands for the leadership of a name among the processes of this database; close it before the storage. `moved` is
   * called each time this process takes the lead, and each time it loses it.
   */
  lead(name: string, log: Log, moved?: (here: boolean) => void): Leadership
  /**
   * Returns the names of leases that begin with `prefix` and were held once, but have run out; none where there is only
   * one process.
   */
  lapsed(prefix: string): Promise<string[]>
  /**
   * Opens the channel to the other processes of this database: `hear` gets each message sent, this process's own
   * included; `gap` is called when messages may have been lost. Null where there is only one process. Close it before
   * the storage.
   */
  broadcast(hear: (message: string) => void, gap: () => void, log: Log): Broadcast | null
  /**
   * Resolves when the database cannot work any more and only a restart helps (one of its threads died), once its other
   * threads have ended too; with most engines never.
   */
  readonly failed: Promise<Error>
  /** Waits for what is under way, and closes. */
  close(): Promise<void>
}

/** Kind of a violated constraint, as far as callers need it. */
export type ConstraintKind = 'unique' | 'foreign' | 'notNull' | 'check'
