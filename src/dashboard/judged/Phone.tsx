import { PhoneCard } from '../PhoneCard.tsx'
import css from '../overview.module.css'

/** The console on a phone, as the plain overview shows it (spec 1 §2.5). */
export default function Phone() {
  return (
    <div className={css.cards}>
      <PhoneCard />
    </div>
  )
}
