import { Check, CircleQuestionMark, Clock, Minus, Send, X } from 'lucide-react'
import type { Tone } from './steps.ts'

/** The mark of a step. */
export const icons = {
  yes: Check,
  no: Minus,
  stop: X,
  wait: Clock,
  unknown: CircleQuestionMark,
  sent: Send,
} as const satisfies Record<Tone, unknown>
