import type { NodeState } from '../../../../dataProvider/normalise.ts'

/** Spec 1 §4: 1, 2, 17 and 18 are switches, of which 2 is only read; of all others only 3 can be given a value. */
const SWITCHES: ReadonlySet<number> = new Set([1, 2, 17, 18])
const READ_ONLY = 2
const SETTABLE = 3

export const isSwitch = ({ registertype }: Pick<NodeState, 'registertype'>): boolean => SWITCHES.has(registertype)
export const isReadOnlySwitch = ({ registertype }: Pick<NodeState, 'registertype'>): boolean => registertype === READ_ONLY
export const isSettable = ({ registertype }: Pick<NodeState, 'registertype'>): boolean => registertype === SETTABLE
