/**
 * The names of what data cannot say. A definition holds only the name; each slot is filled once, in a total map that the
 * compiler checks: hooks in server/hooks/index.ts, all others in src/app/slots.ts. Lists rather than types, since the names in
 * entity files are checked while the server starts.
 */

/** What any entity may name. Every other slot was made for the entities that name it: their fields, their calls. */
export const openSlots: ReadonlySet<string> = new Set([
  'deviceTree',
  'switch',
  'invertedSwitch',
  'recordLinks',
  'email',
  'recordDetail',
  'import',
  'remove',
])

/** An input drawn by its own component. */
export const inputSlots = [
  'saveCycle',
  'rangeFactor',
  'devicesOfModel',
  'nodeOfDevices',
  'limitScale',
  'ruleLimit',
  'ruleLimits',
  'ruleConditions',
  'ruleSchedule',
  'ruleScope',
  'writableNode',
  'nodeValue',
  'alertLevel',
  'contactsOfProject',
  'deviceTree',
  'invertedSwitch',
  'parentUser',
  'videoSource',
  'modelNode',
  'otherDevice',
  'maintenanceRepeat',
  'amendTypes',
  'clockTime',
  'rosterPeople',
  'rosterExceptions',
  'escalationSteps',
  'alarmResults',
  'channelAddress',
  'channelKind',
  'cleanerList',
] as const
export type InputSlot = (typeof inputSlots)[number]

/** A table cell drawn by its own component. */
export const columnSlots = [
  'connection',
  'deviceState',
  'online',
  'saveCycle',
  'recordLinks',
  'email',
  'limit',
  'ruleName',
  'maintenanceRepeat',
  'switch',
  'invertedSwitch',
  'wechatBinding',
  'pushResult',
  'parentUser',
  'userToken',
  'videoSource',
  'amendTypes',
  'onCallNow',
  'escalationSteps',
] as const
export type ColumnSlot = (typeof columnSlots)[number]

/** The inside of a form drawn by its own component. */
export const formSlots = ['thresholdForm', 'userForm', 'virtualRule'] as const
export type FormSlot = (typeof formSlots)[number]

/** A dialog of a record besides its form. */
export const dialogSlots = [
  'recordDetail',
  'wechatBinding',
  'northPush',
  'northRows',
  'userPassword',
  'deviceDetail',
  'deviceName',
  'gatewayDetail',
  'channelTest',
  'onCallCalendar',
] as const
export type DialogSlot = (typeof dialogSlots)[number]

/** An entry of a row's menu that acts at once. */
export const commandSlots = ['designDisplay', 'displayTop'] as const
export type CommandSlot = (typeof commandSlots)[number]

/** A button above a list. */
export const toolSlots = ['import', 'labels', 'knocks'] as const
export type ToolSlot = (typeof toolSlots)[number]

/** What is done with every selected row. */
export const bulkSlots = ['start', 'stop', 'rule', 'renew', 'labels', 'remove'] as const
export type BulkSlot = (typeof bulkSlots)[number]

/** Another way to draw the rows of a list. */
export const viewSlots = ['displayCards'] as const
export type ViewSlot = (typeof viewSlots)[number]

/** What a form asks before a record that was changed is saved. */
export const questionSlots = ['deviceMove', 'areaMove'] as const
export type QuestionSlot = (typeof questionSlots)[number]

/** A step of the server around saving and deleting. */
export const hookSlots = [
  'area',
  'channel',
  'calibration',
  'contact',
  'device',
  'deviceai',
  'display',
  'gateway',
  'maintenance',
  'nodemap',
  'northinterface',
  'escalation',
  'northrow',
  'permissiontype',
  'project',
  'roster',
  'threshold',
  'user',
] as const
export type HookSlot = (typeof hookSlots)[number]
