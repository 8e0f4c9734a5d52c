import type { Selectable } from 'kysely'
import type { WebSocket } from 'ws'
import type { Mark } from '../resources/hj212.ts'
import type { Caller } from '../resources/kit/access.ts'
import type { Resource } from '../resources/kit/define.ts'
import type { Direction, ReadingLimits } from '../resources/kit/reading.ts'
import type { Signals, RuleState } from '../resources/kit/rule.ts'
import type { Problem } from '../resources/kit/rules.ts'
import type { Calibration } from './calibration.ts'
import type { Log } from './log.ts'
import type { Checks } from './platform/checks.ts'
import type { Hook } from './platform/hook.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Bus, Relay, Schedules } from './platform/processes.ts'
import type { Settings } from './settings.ts'
import type { InboxRow, Storage, Tables } from './storage/types.ts'

/**
 * The running platform, which routes work with. open.ts creates it and hands it to app.ts; tests create one for each
 * database.
 */
export interface Platform {
  settings: Settings
  /** Entity files whose definition has not been in force since this start. */
  rejectedFiles: readonly RejectedFile[]
  log: Log
  storage: Storage
  sessions: Sessions
  /** Returns the hook of an entity; an empty hook where its definition names no slot. */
  hookOf: (resource: Resource) => Hook
  registry: Registry
  ingest: Ingest
  /** Counts messages, or parts of them, that could not be read or accepted. */
  refusals: Refusals
  feed: Feed
  /** Metrics of this process. */
  metrics: Metrics
  alarms: Alarms
  maintenance: Maintenance
  /** Jobs that one process does for all: a job that is added runs on the leader. */
  schedules: Schedules
  /** Connects the processes of this database. */
  bus: Bus
  /** Carries the samples that other processes have accepted. */
  relay: Relay
  /** The broker of MQTT_URL; null where the setting names none. */
  broker: Broker | null
  /** The log that telemetry is written to first; null where telemetry goes into the database at once. */
  telemetryLog: TelemetryLog | null
  /** Stops the schedulers, waits for work in progress, closes the database. */
  close(): Promise<void>
}

/** An entity file whose definition is not in force, as the operators of the platform see it. */
export interface RejectedFile {
  file: string
  /** Address of the entity; null where the file does not say which entity it defines. */
  path: string | null
  /** What is in force in place of the file: the last good definition, or nothing. */
  inForce: 'lastGood' | 'none'
  /** The problems: where each lies in the file, and its text. */
  problems: readonly { at: string; text: string }[]
}

export type UserRow = Selectable<Tables['systemuser']>

export interface SignedIn {
  caller: Caller
  user: UserRow
  token: string
  /** Whether the session is that of a wall screen: its token may read what the big screen shows, and nothing else. */
  wall: boolean
}

/** The sessions of signed-in users. Tokens are random and opaque; only their hashes are stored. */
export interface Sessions {
  /**
   * Returns the signed-in user of a bearer token; null where the token is unknown or expired, or its user is deleted or
   * disabled.
   */
  find(token: string): Promise<SignedIn | null>
  /** Starts a session and returns its token. */
  begin(userId: number, address: string | null): Promise<string>
  /**
   * Makes a session that of a wall screen and extends it to 30 days from now, at most to a year from its sign-in.
   * Returns its new end, epoch ms, or null where the session has ended.
   */
  renew(token: string): Promise<number | null>
  end(token: string): Promise<void>
  /**
   * Drops what is cached of a user. Call it after the user's record changed or their sessions ended, so that the next
   * request reads them anew.
   */
  forget(userId: number): void
  /**
   * Returns the user behind the stored hash of a token, or null. It grants no access: it serves headers of a page,
   * which are sent before any script of the page runs.
   */
  peek(hash: string): Promise<Caller | null>
  /**
   * Calls the watcher, on every process, when sessions may have ended or changed; `matches` tells whether a session is
   * among them. Returns the function that ends the watch.
   */
  watch(watcher: (matches: (signedIn: SignedIn) => boolean) => void): () => void
}

/** One node of a device in the live state. */
export interface LiveNode {
  /** Id of the node map. */
  id: number
  nodeaddr: number
  alias: string
  registertype: number
  unitname: string | null
  min_value: number
  max_value: number
  /** Script that turns a value into what is displayed; null where the value is displayed as it is. */
  node_script: string | null
  /**
   * The pollutant or quantity of environmental law that the node measures (resources/pollutants.ts); null where none is
   * set.
   */
  pollutant: number | null
  /**
   * Range that the node is able to measure: a value outside it is stored with a mark and does not become the last
   * value.
   */
  limits: ReadingLimits
  /** How the node's values are to be read as directions; null where they are no directions. */
  direction: Direction | null
  /** Tests of the node's values: those that its record asks for and that can be made; null where there are none. */
  checks: Checks | null
  /** The calibrations of the node; where the list is empty, the reading is the raw value. */
  calibrations: readonly Calibration[]
  /** Time within which the device has to report a value that was set, ms. */
  readBack: number
  /**
   * Last sample as calibrated, with the raw value where that differs, and whether it was flagged as doubted on arrival;
   * null before the first sample.
   */
  last: { value: number; ts: number; raw?: number; doubted?: true } | null
  /** Last value outside the range that the node can measure, since this process started. */
  marked: { value: number; ts: number } | null
}

/** One device in the live state. */
export interface LiveDevice {
  id: number
  sn: string
  sn_value: string | null
  name: string
  project_id: number
  district_id: number
  gateway_id: number | null
  devicetype_id: number
  control_state: number
  over_time: number
  acquisition_cycle: number
  save_cycle: number
  /**
   * The rows of standards by which the device is judged (siteOptions of resources/pollutants.ts); null where none was
   * chosen.
   */
  site: number | null
  /**
   * The nodes by node map id. The registry creates them on first access, so a copy of the device made by spreading
   * lacks them.
   */
  nodes: ReadonlyMap<number, LiveNode>
  /** Time of the newest telemetry of any node, epoch ms; null before the first. */
  lastAt: number | null
  /** Ids of the thresholds that the device violates now. */
  readonly thresholds: readonly number[]
  /**
   * Ids of those violated thresholds whose node has been silent for so long that it is unknown whether they are still
   * violated.
   */
  readonly silent: readonly number[]
  /** The alarms of the violated thresholds; empty in a process that does not judge. */
  readonly alarms: readonly LiveAlarm[]
  /** End of the maintenance that is going on, epoch ms; null where the device is not under maintenance. */
  readonly maintenance: number | null
  /** Begin and end of the next maintenance, epoch ms; null where none is planned. */
  readonly maintenanceNext: { from: number; to: number } | null
}

/** An active alarm, as lists show it beside its device. */
export interface LiveAlarm {
  /** Id of the alarm's threshold. */
  id: number
  /** Level of the worst limit that the alarm reached: 1 urgent to 4 early warning; null where its rule has no level. */
  level: number | null
  /**
   * When the first of the values arrived that made the alarm fire, epoch ms; of an alarm about silence, the time of the
   * last value.
   */
  since: number
  /**
   * When the alarm fired, epoch ms. Of an alarm that fires again within its rule's minimum off time, the time of the
   * first firing, as in its record.
   */
  fired: number
  /** The limit that the alarm reached, in words, as alarm records have it: "PM2.5 > 75 µg/m³". */
  limit: string
}

/** What services other than the registry say of a device; they set it by `flag`. */
export type LiveFlags = Pick<LiveDevice, 'thresholds' | 'silent' | 'alarms' | 'maintenance' | 'maintenanceNext'>

/** An area of the tree. The devices of an area whose build_state is not 0 are shown as offline (spec 1 §4). */
export interface LiveArea {
  id: number
  superid: number
  project_id: number
  build_state: number
}

/** One sample as the live state takes it in once it is committed. */
export interface LiveSample {
  device: LiveDevice
  node: LiveNode
  /** The reading: the raw value after calibration. */
  value: number
  ts: number
  /** The raw value, where it differs from the reading. */
  raw?: number
  /** The sample is not to be trusted: it neither raises nor ends an alarm. */
  doubted?: true
  /** The sample is doubted only because it is reported of the past. */
  past?: true
  /** The mark that the device itself gave the value (HJ 212). */
  mark?: Mark
}

/** The live state of a set of devices at one moment. */
export interface LiveStates {
  /** Version of the states: states of equal versions have the same JSON, byte for byte. */
  version: string
  /**
   * Returns a JSON array (for `statesSince` an object) in UTF-8, with `before` and `after` around it, so that the JSON
   * of ten thousand devices need not be copied into the envelope of the response.
   */
  json(before?: string, after?: string): Buffer
}

/** The set of devices that a caller asks about. */
export interface LiveView {
  /** Key of the view: as long as the tree of areas stays the same, two views with equal keys have the same devices. */
  key: string
  /** Whether the view includes devices of this area of a project. */
  has(place: Pick<LiveDevice, 'project_id' | 'district_id'>): boolean
  /** Id of the one device in reach that the view is limited to, null for no device; left out: all devices in reach. */
  only?: number | null
}

/** Devices, their nodes and last values in memory, so that neither ingest nor the live list queries the database. */
export interface Registry {
  device(id: number): LiveDevice | undefined
  bySn(sn: string): LiveDevice | undefined
  /**
   * All devices, in default order (sort_num descending, id). Each object stays the same for as long as its device
   * exists.
   */
  devices(): readonly LiveDevice[]
  /**
   * Returns the node that a telemetry key means: the node with this address or, where there is none, the node with this
   * node map id.
   */
  nodeOf(device: LiveDevice, key: string): LiveNode | undefined
  /** Returns what is known of a node map, whether or not a device has it. */
  nodemap(id: number): Pick<LiveNode, 'pollutant' | 'unitname' | 'node_script'> | undefined
  /** Updates last values; a sample older than the last value does not replace it. */
  received(samples: readonly LiveSample[]): void
  /** Takes in values outside the range of their nodes: the devices count as online, but no last value changes. */
  receivedMarked(samples: readonly LiveSample[]): void
  /** Sets flags of a device; an array or object whose content differs is replaced by a new one. */
  flag(device: LiveDevice, flags: Partial<LiveFlags>): void
  isOnline(device: LiveDevice, now?: number): boolean
  isGatewayOnline(gatewayId: number, now?: number): boolean
  area(id: number): LiveArea | undefined
  /**
   * Returns the scheme by which a project judges its air (schemeOptions of resources/pollutants.ts); null where none
   * was chosen.
   */
  airScheme(project: number): number | null
  /** Returns these areas and all areas below them; a cycle in the tree is walked once. */
  areasBelow(ids: Iterable<number>): ReadonlySet<number>
  /**
   * Whether a caller may see a device: it must lie in the caller's project and, where the caller has managed districts,
   * in one of these.
   */
  mayTouch(caller: Caller, device: Pick<LiveDevice, 'project_id' | 'district_id'>): boolean
  /**
   * Returns the live state of a view's devices (wire.md, "Live state and history"), or of those that `include` accepts,
   * in default order (sort_num descending, id).
   */
  states(view: LiveView, include?: (device: LiveDevice) => boolean): LiveStates
  /**
   * As `states`, in the order in which the console lists devices: those of some areas first (null: of all), and within
   * both parts the most urgent first.
   */
  statesByUrgency(view: LiveView, areas: ReadonlySet<number> | null): LiveStates
  /** Returns the version to call `statesSince` with, after `states` of the same view. */
  versionOf(view: LiveView): string
  /**
   * Returns what changed in a view since a version (docs/wire.md, `live-since`), or all of it where the version is not
   * one of this view. The JSON is an object.
   */
  statesSince(version: string, view: LiveView): LiveStates
  /**
   * Reads anew what the registry needs of an entity's table. Call it after a commit that changed rows there, with the
   * id or ids (null: any row).
   */
  changed(table: string, id: number | readonly number[] | null): Promise<void>
  /**
   * Calls a listener after each `changed`, once the registry itself has followed: for other services that keep records
   * in memory. For several rows it is called once per row; for several nodes, node maps or models once, with null.
   */
  onChanged(listener: (table: string, id: number | null) => Promise<void>): void
}

/**
 * The source of telemetry. It decides for which devices the source may report, and how old samples may be: imports, and
 * what a station reports of past hours and days, may be as old as the history; all other samples LATE_DAYS. Only
 * `virtual` replaces the first value of a moment with its own. Imported samples are stored whatever the device's saving
 * cycle, and no alarm is judged by them; `user` is the user who imports.
 */
export type TelemetrySource =
  | { kind: 'device'; id: number }
  | { kind: 'gateway'; id: number }
  | { kind: 'user'; caller: Caller }
  | { kind: 'trusted'; by?: 'virtual' | 'station' }
  /**
   * `shared`: other processes receive messages of the same device. `retained`: the broker had kept the message, and
   * delivers it because of a subscription.
   */
  | { kind: 'trusted'; by: 'mqtt'; shared?: boolean; retained?: boolean }
  | { kind: 'trusted'; by: 'import'; user?: number }

/**
 * Result of one item: how many values were stored, and why the rest was rejected. `reason` is an error key of i18n
 * (error.telemetry.*).
 */
export interface ItemResult {
  sn: string
  accepted: number
  rejected: { key: string | null; reason: Problem }[]
  /** Number of further rejected values: only so many of one call are listed, the rest is counted here. */
  more?: number
}

/**
 * `inbox` is the id of the row that beforeCommit created for the batch; `marked` are values outside the range of their
 * nodes, which do not count as samples.
 */
export type CommitListener = (
  samples: readonly LiveSample[],
  inbox: string | null,
  marked: readonly LiveSample[],
) => void

/**
 * The single entry of telemetry: HTTP, MQTT, HJ 212, imports, virtual devices and the demo's simulator all call push.
 */
export interface Ingest {
  /**
   * Takes the parsed JSON of POST /v1/telemetry; resolves once the accepted samples are committed.
   * @throws {ApiError} 400 where `items` is not a list of items
   */
  push(items: unknown, source: TelemetrySource): Promise<ItemResult[]>
  /**
   * Calls a listener with samples right after their commit, in order, before their senders are answered. The listener
   * must be quick and never throw.
   */
  onCommitted(listener: CommitListener): void
  /**
   * Sets the function whose row is stored in the same transaction as a batch, so that the batch is judged against the
   * alarm rules even if this process ends at once. The function must be quick and never throw.
   */
  beforeCommit(make: (samples: readonly LiveSample[]) => InboxRow | null): void
  /** Number of values that wait for their commit. */
  queued(): number
  /** Waits for the samples in progress. */
  close(): Promise<void>
}

/** A message that cannot be read or accepted. */
export interface Refusal {
  source: 'mqtt' | 'http' | 'hj212'
  /** The sender, as far as the message names it: a topic, an MN, an address. */
  peer: string
  device: number | null
  /** A key of i18n with its arguments. */
  reason: Problem
  /** The beginning of the message. */
  bytes: Uint8Array | string
  /** Number of such messages; 1 where it is left out. */
  times?: number
}

/** Counts refused messages, and keeps the beginning of the last one of each sender and reason. */
export interface Refusals {
  note(refusal: Refusal): void
  /** Resolves once all noted refusals are stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The connection through which telemetry of the broker comes in. */
export interface Broker {
  /**
   * `intake`: whether every process takes its share or one takes all; null until the broker has said what it supports,
   * and in a process whose role takes no telemetry in. `takes`: this process is connected and takes telemetry. `left`:
   * sessions of processes that are gone, which this process empties. `leads`: this process leads the intake.
   */
  state(): { intake: 'shared' | 'leader' | null; takes: boolean; left: number; leads: boolean }
}

/** The log that telemetry is written to before it is stored. */
export interface TelemetryLog {
  /**
   * `connected`: the log can be written to. `partitions`: the number of its partitions; null while that is not known.
   * `takes`: how many of them this process stores. `pending`: messages in these partitions that are not stored yet;
   * null where unknown. `ageSeconds`: how long the oldest message of all partitions has waited, 0 where none waits;
   * null where unknown.
   */
  state(): {
    connected: boolean
    partitions: number | null
    takes: number
    pending: number | null
    ageSeconds: number | null
  }
}

/**
 * State of a rule over a device now; `signals` are the samples of its conditions, null where the value alone decides.
 */
export type WatchedRuleState = Readonly<RuleState> & { readonly signals: Pick<Signals, 'values' | 'newest'> | null }

/** The alarm engine: watches every committed sample, keeps `LiveDevice.thresholds`, writes and sends alarms. */
export interface Alarms {
  /**
   * Fires what has been violated for its hold time, and repeats notifications that are due. Runs every second by
   * itself.
   */
  tick(now?: number): void
  /**
   * Returns the state of an enabled rule over one of its devices as of this call; null where the rule does not watch
   * the device, or another process leads.
   */
  standing(ruleId: number, deviceId: number): WatchedRuleState | null
  /**
   * Brings the rules over devices to the state that the leader has for them, in a process that has not heard of these
   * devices before. Call it before the process takes their samples.
   */
  takeDevices(devices: ReadonlySet<number>): Promise<void>
  /** Performs the escalations that are due. The leader calls it every second by itself. */
  escalate(now?: number): Promise<void>
  /** Tells the sender that messages wait in the send log. */
  deliver(): void
  /** Waits until all that happened so far is written, and its messages are sent or given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * One span in which a maintenance window over a device, or over a rule there, is open, epoch ms; with `collect` 0 the
 * device's measurements of that time do not count.
 */
export interface MaintenanceSpan {
  id: number
  name: string
  collect: 0 | 1
  from: number
  to: number
}

/**
 * End of a rule's current maintenance, and begin and end of its next window, epoch ms, under the names of the wire;
 * null where there is none.
 */
export interface RuleMaintenance {
  maintenance_until: number | null
  maintenance_next: number | null
  maintenance_next_until: number | null
}

/** The maintenance windows, in memory; keeps `maintenance` and `maintenanceNext` of each LiveDevice. */
export interface Maintenance {
  /** Whether an alarm of a rule over a device that fires at this moment is held: stored without notification. */
  holds(deviceId: number, ruleId: number, at: number): boolean
  /** Whether measurements of a device at this moment count. */
  counts(deviceId: number, at: number): boolean
  /** Whether any window is open or planned. */
  any(): boolean
  /**
   * Returns when windows are open in a span, oldest first: those over the whole device and, where a rule is given,
   * those over that rule alone.
   */
  spans(device: LiveDevice, from: number, to: number, ruleId: number | null): Promise<MaintenanceSpan[]>
  /**
   * Returns the maintenance of a rule at a moment: by windows over the whole rule and, where a device is given, by
   * those that cover the rule there alone. Windows over any rule are left out.
   */
  ofRule(ruleId: number, at: number, deviceId?: number): RuleMaintenance
  close(): void
}

/** One message of the live feed. */
export interface FeedMessage {
  sn: string
  deviceid: number
  t: number
  values: Record<string, number>
}

/** The live feed at /v1/ws. */
export interface Feed {
  publish(samples: readonly LiveSample[]): void
  attach(socket: WebSocket, signedIn: SignedIn): void
  /** Returns the last messages of a device since the start, oldest first, a few dozen at most. */
  last(device: LiveDevice): readonly FeedMessage[]
  /** Number of connected clients. */
  clients(): number
  close(): void
}
