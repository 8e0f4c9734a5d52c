import type { NodeState } from '../../../dataProvider/normalise.ts'
import { isSwitchType } from '../../live/nodeValue.ts'

/** Spec 1 §4: of the switches 2 is only read; of all others only 3 can be given a value. */
const READ_ONLY = 2
const SETTABLE = 3

export const isSwitch = ({ registertype }: Pick<NodeState, 'registertype'>): boolean => isSwitchType(registertype)
export const isReadOnlySwitch = ({ registertype }: Pick<NodeState, 'registertype'>): boolean =>
  registertype === READ_ONLY
export const isSettable = ({ registertype }: Pick<NodeState, 'registertype'>): boolean => registertype === SETTABLE
