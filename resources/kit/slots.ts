/**
 * Names for the parts that data cannot express. A definition contains only the name; each slot is filled once, in a
 * total map that the compiler checks: hooks in server/hooks/index.ts, all others in src/app/slots.ts. They are arrays
 * and not types, because the names in entity files are checked when the server starts.
 */

/** Slots that any entity may use. All other slots were made for the fields and calls of particular entities. */
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

/** Inputs drawn by their own component. */
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

/** Table cells drawn by their own component. */
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

/** Forms whose content is drawn by its own component. */
export const formSlots = ['thresholdForm', 'userForm', 'virtualRule'] as const
export type FormSlot = (typeof formSlots)[number]

/** Dialogs of a record besides its form. */
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

/** Entries of a row's menu that act at once. */
export const commandSlots = ['designDisplay', 'displayTop'] as const
export type CommandSlot = (typeof commandSlots)[number]

/** Buttons above a list. */
export const toolSlots = ['import', 'labels', 'knocks'] as const
export type ToolSlot = (typeof toolSlots)[number]

/** Actions on all selected rows. */
export const bulkSlots = ['start', 'stop', 'rule', 'renew', 'labels', 'remove'] as const
export type BulkSlot = (typeof bulkSlots)[number]

/** Further views of a list's rows. */
export const viewSlots = ['displayCards'] as const
export type ViewSlot = (typeof viewSlots)[number]

/** Questions that a form asks before a changed record is saved. */
export const questionSlots = ['deviceMove', 'areaMove'] as const
export type QuestionSlot = (typeof questionSlots)[number]

/** Hooks of the server around saving and deleting. */
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
