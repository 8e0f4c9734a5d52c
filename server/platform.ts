import type { Selectable } from 'kysely'
import type { WebSocket } from 'ws'
import type { Mark } from '../resources/hj212.ts'
import type { Caller } from '../resources/kit/access.ts'
import type { Resource } from '../resources/kit/define.ts'
import type { Direction, ReadingLimits } from '../resources/kit/reading.ts'
import type { Signals, Stand } from '../resources/kit/rule.ts'
import type { Problem } from '../resources/kit/rules.ts'
import type { Calibration } from './calibration.ts'
import type { Log } from './log.ts'
import type { Checks } from './platform/checks.ts'
import type { Hook } from './platform/hook.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Bus, Relay, Schedules } from './platform/processes.ts'
import type { Settings } from './settings.ts'
import type { InboxRow, Storage, Tables } from './storage/types.ts'

/** The running platform: what routes work with. Made by open.ts, handed to app.ts; tests make one per database. */
export interface Platform {
  settings: Settings
  /** Entity files that are not in force since this start. */
  rejectedFiles: readonly RejectedFile[]
  log: Log
  storage: Storage
  sessions: Sessions
  /** The steps of an entity; none where its definition names no slot. */
  hookOf: (resource: Resource) => Hook
  registry: Registry
  ingest: Ingest
  /** What could not be read or taken of messages. */
  refusals: Refusals
  feed: Feed
  /** What it counts of itself. */
  metrics: Metrics
  alarms: Alarms
  maintenance: Maintenance
  /** What one process does for all: add a job, and it runs on the leader. */
  schedules: Schedules
  /** The other processes of this database. */
  bus: Bus
  /** Samples that they took. */
  relay: Relay
  /** The broker of MQTT_URL; null: none is named. */
  broker: Broker | null
  /** The log that telemetry goes by; null: it goes into the database at once. */
  telemetryLog: TelemetryLog | null
  /** Ends schedulers, waits for what is under way, closes the database. */
  close(): Promise<void>
}

/** A file whose definition is not in force, for those who run the platform. */
export interface RejectedFile {
  file: string
  /** Address of the entity; null where nobody knows what it was to be. */
  path: string | null
  /** What is in force in its place: the last good definition, or nothing. */
  inForce: 'lastGood' | 'none'
  /** What is wrong: where in the file, and in words. */
  problems: readonly { at: string; text: string }[]
}

export type UserRow = Selectable<Tables['systemuser']>

export interface SignedIn {
  caller: Caller
  user: UserRow
  token: string
  /** A screen on a wall: its token reads what the big screen shows, and does nothing else. */
  wall: boolean
}

/** Who is signed in. Tokens are random and opaque; only their hashes are stored. */
export interface Sessions {
  /** The signed-in user of a bearer token, or null when it is unknown, expired, or its user is gone or disabled. */
  find(token: string): Promise<SignedIn | null>
  /** Starts a session and answers its token. */
  begin(userId: number, address: string | null): Promise<string>
  /**
   * Makes a session that of a wall screen, for another 30 days from now, at most a year from its sign-in. Answers its new end, epoch ms, or null
   * where it has ended.
   */
  renew(token: string): Promise<number | null>
  end(token: string): Promise<void>
  /** Call after a user's record changed or their sessions ended, so that the next request sees it. */
  forget(userId: number): void
  /** Who stands behind the stored hash of a token, or null. It opens nothing: for what a page may be told before any script of it runs. */
  peek(hash: string): Promise<Caller | null>
  /** Calls back, on every process, when sessions may have ended or changed: those that match. Answers the function that stops it. */
  watch(watcher: (matches: (signedIn: SignedIn) => boolean) => void): () => void
}

/** One node of a device as the live state knows it. */
export interface LiveNode {
  /** The node map's id. */
  id: number
  nodeaddr: number
  alias: string
  registertype: number
  unitname: string | null
  min_value: number
  max_value: number
  /** Makes what is shown of a value; null: the value as it is. */
  node_script: string | null
  /** What of environmental law it measures (resources/pollutants.ts); null: nothing that is known. */
  pollutant: number | null
  /** What it can measure at all: other values are stored with a mark, and are no last value. */
  limits: ReadingLimits
  /** How its values are directions; null where they are none. */
  direction: Direction | null
  /** Tests of its values; null where its record asks for none. */
  checks: Checks | null
  /** What is read of its values; none: what came. */
  calibrations: readonly Calibration[]
  /** Time in which the device has to report a value that was set, ms. */
  readBack: number
  /** Last sample, as it is read, with what came where that is another, and whether it was doubted when it came; null before the first. */
  last: { value: number; ts: number; raw?: number; doubted?: true } | null
  /** Last value it cannot measure, since this process started. */
  marked: { value: number; ts: number } | null
}

/** One device as the live state knows it. */
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
  /** By which rows of standards it is judged (siteOptions of resources/pollutants.ts); null: nothing was chosen. */
  site: number | null
  /** By node map id. The registry makes them when they are asked for: a copy by spreading lacks them. */
  nodes: ReadonlyMap<number, LiveNode>
  /** Newest telemetry of any node, epoch ms; null before the first. */
  lastAt: number | null
  /** Ids of the thresholds it violates now. */
  readonly thresholds: readonly number[]
  /** Those among them whose node has sent nothing for so long that nobody knows whether they still hold. */
  readonly silent: readonly number[]
  /** The alarms of those thresholds; empty in a process that does not judge. */
  readonly alarms: readonly LiveAlarm[]
  /** Until when it is under maintenance, epoch ms; null: it is not. */
  readonly maintenance: number | null
  /** When it is to be next, epoch ms; null: nothing is planned. */
  readonly maintenanceNext: { from: number; to: number } | null
}

/** An alarm that lasts, as lists tell it beside its device. */
export interface LiveAlarm {
  /** Of its threshold. */
  id: number
  /** Of the worst limit that it reached: 1 urgent to 4 early warning; null where its rule has none. */
  level: number | null
  /** When the first of the values came that made it fire, epoch ms; of silence, the last value. */
  since: number
  /** When it fired, epoch ms: of one that fires again within its rule's minimum off the first time, as its record has it. */
  fired: number
  /** The limit that it reached in words, as alarm records have it: "PM2.5 > 75 µg/m³". */
  limit: string
}

/** What others than the registry say of a device: it is told by `flag`. */
export type LiveFlags = Pick<LiveDevice, 'thresholds' | 'silent' | 'alarms' | 'maintenance' | 'maintenanceNext'>

/** An area of the tree; the devices of one whose build_state is not 0 are shown as offline (spec 1 §4). */
export interface LiveArea {
  id: number
  superid: number
  project_id: number
  build_state: number
}

/** One sample as the live state takes it in, once it is committed. */
export interface LiveSample {
  device: LiveDevice
  node: LiveNode
  /** As it is read: calibrated. */
  value: number
  ts: number
  /** What came, where that is another. */
  raw?: number
  /** Not to be trusted: it neither raises nor ends an alarm. */
  doubted?: true
  /** Doubted for nothing but that it is told of the past. */
  past?: true
  /** What the device itself says of it (HJ 212). */
  mark?: Mark
}

/** The live state of some devices at one moment. */
export interface LiveStates {
  /** Of two states with one version the JSON is the same, to the byte. */
  version: string
  /**
   * A JSON array (of `statesSince` an object) in UTF-8; `before` and `after` stand around it, so that ten thousand devices need not be copied into
   * their envelope.
   */
  json(before?: string, after?: string): Buffer
}

/** Which devices a caller asks about. */
export interface LiveView {
  /** As long as areas lie as they do, two views with one key have the same devices. */
  key: string
  /** Whether it reaches what lies in an area of a project. */
  has(place: Pick<LiveDevice, 'project_id' | 'district_id'>): boolean
  /** The one device there that it is about, null for none; left out: all of them. */
  only?: number | null
}

/** Devices, their nodes and last values in memory, so that neither ingest nor the live list asks the database. */
export interface Registry {
  device(id: number): LiveDevice | undefined
  bySn(sn: string): LiveDevice | undefined
  /** All devices, in default order (sort_num descending, id). The objects stay the same for as long as the device exists. */
  devices(): readonly LiveDevice[]
  /** The node a telemetry key means: a node address or, where no node has that address, a node map id. */
  nodeOf(device: LiveDevice, key: string): LiveNode | undefined
  /** What is known of a node map whether or not a device has it. */
  nodemap(id: number): Pick<LiveNode, 'pollutant' | 'unitname' | 'node_script'> | undefined
  /** Moves last values, never back in time. */
  received(samples: readonly LiveSample[]): void
  /** Takes in values that their nodes cannot measure: their devices are online, but no last value moves. */
  receivedMarked(samples: readonly LiveSample[]): void
  /** Writes what is said of a device: new arrays and objects wherever they say something else. */
  flag(device: LiveDevice, flags: Partial<LiveFlags>): void
  isOnline(device: LiveDevice, now?: number): boolean
  isGatewayOnline(gatewayId: number, now?: number): boolean
  area(id: number): LiveArea | undefined
  /** By which scheme a project judges its air (schemeOptions of resources/pollutants.ts); null: nothing was chosen. */
  airScheme(project: number): number | null
  /** These areas and all below them; a cycle in the tree is walked once. */
  areasBelow(ids: Iterable<number>): ReadonlySet<number>
  /** Whether a caller may see a device: its project, and one of their managed districts where they have some. */
  mayTouch(caller: Caller, device: Pick<LiveDevice, 'project_id' | 'district_id'>): boolean
  /** The live state of a view's devices (wire.md, "Live state and history"), or of some of them, in default order (sort_num descending, id). */
  states(view: LiveView, include?: (device: LiveDevice) => boolean): LiveStates
  /** What to ask `statesSince` with, after `states` of the same view. */
  versionOf(view: LiveView): string
  /** What changed in a view since a version (docs/wire.md, `live-since`); all of it where the version says nothing of this view. The JSON is an object. */
  statesSince(version: string, view: LiveView): LiveStates
  /** Call after a commit that changed rows of an entity's table, with the id or ids (or null: any). Reads what it needs anew. */
  changed(table: string, id: number | readonly number[] | null): Promise<void>
  /**
   * Tells a listener of every `changed`, once the registry itself has followed: for what else keeps records in memory. Of several rows it hears one by one;
   * of several nodes, node maps or models once, with null.
   */
  onChanged(listener: (table: string, id: number | null) => Promise<void>): void
}

/**
 * Where telemetry comes from: decides for which devices it may speak, and how old it may be (imports, and what a station reports of past hours and
 * days, as old as history; everything else LATE_DAYS). `virtual` alone puts its value in the place of the first one of a moment. What is imported is
 * stored whatever the device's saving cycle, and no alarm is judged by it; `user` says who imports.
 */
export type TelemetrySource =
  | { kind: 'device'; id: number }
  | { kind: 'gateway'; id: number }
  | { kind: 'user'; caller: Caller }
  | { kind: 'trusted'; by?: 'virtual' | 'station' }
  /** `shared`: other processes take messages of the same device. `retained`: the broker had kept the message, and delivers it because of a subscription. */
  | { kind: 'trusted'; by: 'mqtt'; shared?: boolean; retained?: boolean }
  | { kind: 'trusted'; by: 'import'; user?: number }

/** What became of one item: how many values were stored, and why others were not. `reason` is an error key of i18n (error.telemetry.*). */
export interface ItemResult {
  sn: string
  accepted: number
  rejected: { key: string | null; reason: Problem }[]
  /** How many more were refused: of one call so many are told in full, the rest is counted. */
  more?: number
}

/** `inbox` is the id of the row that beforeCommit made for the batch; `marked` are values that their nodes cannot measure, which are no samples. */
export type CommitListener = (
  samples: readonly LiveSample[],
  inbox: string | null,
  marked: readonly LiveSample[],
) => void

/** The one way telemetry enters: HTTP, MQTT, HJ 212, imports, virtual devices and the demo's simulator all call push. */
export interface Ingest {
  /** Takes the parsed JSON of POST /v1/telemetry; resolves once the accepted samples are committed. Throws ApiError 400 when it is not a list of items. */
  push(items: unknown, source: TelemetrySource): Promise<ItemResult[]>
  /** Tells a listener of samples right after their commit, in order, before their senders are answered. It must be quick and never throw. */
  onCommitted(listener: CommitListener): void
  /**
   * Sets what is stored in the same transaction as a batch, so that it is judged against the alarm rules even if this process ends at once. It must
   * be quick and never throw.
   */
  beforeCommit(make: (samples: readonly LiveSample[]) => InboxRow | null): void
  /** Values that wait for their commit. */
  queued(): number
  /** Waits for the samples under way. */
  close(): Promise<void>
}

/** A message that cannot be read or taken. */
export interface Refusal {
  source: 'mqtt' | 'http' | 'hj212'
  /** Who sent it, as far as it says: a topic, an MN, an address. */
  peer: string
  device: number | null
  /** A key of i18n with its arguments. */
  reason: Problem
  /** What it begins with. */
  bytes: Uint8Array | string
  /** How many there were; 1 where it is left out. */
  times?: number
}

/** Counts messages that are refused, and keeps what the last of each sender and reason began with. */
export interface Refusals {
  note(refusal: Refusal): void
  /** Resolves once what was noted is stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Where telemetry of the broker comes in. */
export interface Broker {
  /**
   * `intake`: every process takes its share, or one takes all; null as long as the broker has not said what it can, and where another role takes in.
   * `takes`: this process is connected and does. `left`: sessions of processes that are gone, which it empties. `leads`: it leads the intake.
   */
  state(): { intake: 'shared' | 'leader' | null; takes: boolean; left: number; leads: boolean }
}

/** The log that telemetry is written to before it is stored. */
export interface TelemetryLog {
  /**
   * `connected`: it can be written to. `partitions`: in how many it lies; null as long as that is not known. `takes`: how many of them this process stores.
   * `pending`: messages in those that are not stored yet; null: not known. `ageSeconds`: for how long the oldest message of all partitions has waited, 0
   * where there is none; null: not known.
   */
  state(): {
    connected: boolean
    partitions: number | null
    takes: number
    pending: number | null
    ageSeconds: number | null
  }
}

/** Where a rule stands over a device now; `signals` are the samples of its conditions, null where the value alone decides. */
export type Standing = Readonly<Stand> & { readonly signals: Pick<Signals, 'values' | 'newest'> | null }

/** The alarm engine: watches every committed sample, keeps `LiveDevice.thresholds`, writes and sends alarms. */
export interface Alarms {
  /** Fires what has stayed broken for its hold time, repeats what is due. Called every second by itself. */
  tick(now?: number): void
  /** Where an enabled rule stands over one of its devices as of this call; null where it watches it not, or another process leads. */
  standing(ruleId: number, deviceId: number): Standing | null
  /**
   * Puts the rules over devices where the leader has them, in a process that did not hear of these devices before. Call it before it takes their samples.
   */
  takeDevices(devices: ReadonlySet<number>): Promise<void>
  /** Does what is due of escalations. The leader calls it every second by itself. */
  escalate(now?: number): Promise<void>
  /** Something waits in the send log. */
  deliver(): void
  /** Waits until what happened so far is written, and its messages are sent or given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** One time that a maintenance window over a device, or a rule there, is open, epoch ms; `collect` 0: what it measures then counts for nothing. */
export interface MaintenanceSpan {
  id: number
  name: string
  collect: 0 | 1
  from: number
  to: number
}

/** Until when a rule is under maintenance, and when the next window begins and ends, epoch ms, by the names of the wire; null: none. */
export interface RuleMaintenance {
  maintenance_until: number | null
  maintenance_next: number | null
  maintenance_next_until: number | null
}

/** The maintenance windows, in memory; keeps `maintenance` and `maintenanceNext` of each LiveDevice. */
export interface Maintenance {
  /** Whether an alarm of a rule over a device that fires at a moment is kept and not told. */
  holds(deviceId: number, ruleId: number, at: number): boolean
  /** Whether what a device measured at a moment counts. */
  counts(deviceId: number, at: number): boolean
  /** Whether there is any window that is open or comes. */
  any(): boolean
  /** When windows over a whole device, and where a rule is given those over it alone, are open in a span, oldest first. */
  spans(device: LiveDevice, from: number, to: number, ruleId: number | null): Promise<MaintenanceSpan[]>
  /** Where windows over a rule stand at a moment: over all of it, or of a device also those that cover the rule there alone. Not those over any rule. */
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
  /** The last messages of a device since the start, oldest first, a few dozen at most. */
  last(device: LiveDevice): readonly FeedMessage[]
  /** How many are connected. */
  clients(): number
  close(): void
}
