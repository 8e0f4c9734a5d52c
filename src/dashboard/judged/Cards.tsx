import type { Zone } from '../../../resources/kit/zone.ts'
import { AlarmCard } from '../AlarmCard.tsx'
import { PhoneCard } from '../PhoneCard.tsx'
import css from '../overview.module.css'

/** Alarms of the last days, and the console on a phone, as the plain overview shows them (spec 1 §2.5). */
export default function Cards({ zone, refreshCount }: { zone: Zone; refreshCount: number }) {
  return (
    <div className={css.cards}>
      <AlarmCard zone={zone} refreshCount={refreshCount} pageError={null} />
      <PhoneCard />
    </div>
  )
}
