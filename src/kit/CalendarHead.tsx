import { ChevronLeft, ChevronRight } from 'lucide-react'

interface Turn {
  label: string
  /** There is nothing further that way. */
  end: boolean
  onTurn: () => void
}

/** What a calendar shows, between the buttons that turn it. */
export function CalendarHead({ words, back, on }: { words: string; back: Turn; on: Turn }) {
  return (
    <div className="ui-calendar__head">
      <TurnButton turn={back} Arrow={ChevronLeft} />
      <b aria-live="polite">{words}</b>
      <TurnButton turn={on} Arrow={ChevronRight} />
    </div>
  )
}

// A button that is disabled under the finger would lose the focus.
const TurnButton = ({ turn: { label, end, onTurn }, Arrow }: { turn: Turn; Arrow: typeof ChevronLeft }) => (
  <button type="button" className="ui-icon-button" aria-label={label} aria-disabled={end} onClick={onTurn}>
    <Arrow size={16} aria-hidden />
  </button>
)
