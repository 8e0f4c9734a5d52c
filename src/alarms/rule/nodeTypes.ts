import type { ModelNode } from '../../../dataProvider/calls/alarmConfig.ts'

/** Register types that are switched, and the one that takes a number (spec 1 §4). */
const SWITCHES = [1, 17, 18]
const SETTABLE = 3

export const isSwitch = ({ registertype }: ModelNode): boolean =>
  registertype !== null && SWITCHES.includes(registertype)

export const isWritable = (node: ModelNode): boolean => isSwitch(node) || node.registertype === SETTABLE
