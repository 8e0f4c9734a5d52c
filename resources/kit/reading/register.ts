/**
 * Register types (dictionary NodeRegisterType, spec 1 §4): 1, 2, 17 and 18 are switches, of which 2 is read-only; 3
 * accepts a number within its range; every other type is read-only. Null is the type of a node that no longer exists,
 * which is none of these.
 */
const SWITCHES: ReadonlySet<number> = new Set([1, 2, 17, 18])
export const READ_ONLY_SWITCH = 2
const SETTABLE = 3

/** What the functions below need of a node. */
export interface NodeRegister {
  registertype: number | null
}

/** Whether a node is a switch, which is displayed as off or on. */
export const isSwitch = ({ registertype }: NodeRegister): boolean => registertype !== null && SWITCHES.has(registertype)

/** Whether a node is a read-only switch. */
export const isReadOnlySwitch = ({ registertype }: NodeRegister): boolean => registertype === READ_ONLY_SWITCH

/** Whether a node accepts 0 or 1. */
export const isSwitchable = (node: NodeRegister): boolean => isSwitch(node) && !isReadOnlySwitch(node)

/** Whether a node accepts a number within its range. */
export const isSettable = ({ registertype }: NodeRegister): boolean => registertype === SETTABLE

/** Whether a value can be set at all. */
export const isWritable = (node: NodeRegister): boolean => isSwitchable(node) || isSettable(node)
