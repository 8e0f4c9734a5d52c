import type { Upkeep } from '../../../dataProvider/normalise.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import { UpkeepMark } from '../../live/UpkeepMark.tsx'
import { useClock } from '../../live/useClock.ts'

interface RuleUpkeepProps {
  upkeep: Upkeep
  as: 'words' | 'icon'
}

/** Mark that says that a window over a rule is open, or opens within a day, as devices show it. */
export function RuleUpkeep({ upkeep, as }: RuleUpkeepProps) {
  const zone = useZone()
  const now = useClock(60_000)
  return <UpkeepMark shown={{ device: opened(upkeep, now), now, zone }} as={as} />
}

/**
 * Moves a window that has begun since the platform answered to the open ones, because rules are not polled as devices
 * are.
 */
const opened = (upkeep: Upkeep, now: number): Upkeep =>
  upkeep.maintenance_next !== null && upkeep.maintenance_next <= now
    ? {
        ...upkeep,
        maintenance_until: Math.max(upkeep.maintenance_until ?? 0, upkeep.maintenance_next_until ?? 0),
      }
    : upkeep
