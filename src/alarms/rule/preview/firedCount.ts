import type { Backtest } from '../../../../dataProvider/calls/alarmBacktest.ts'

/** How often a rule would have fired, over all devices. */
export const firedCount = ({ fired }: Backtest): number => fired.reduce((sum, { count }) => sum + count, 0)
