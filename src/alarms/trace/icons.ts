import { Check, CircleQuestionMark, Clock, Minus, Send, X } from 'lucide-react'
import type { Tone } from './steps.ts'

/** Icon of a step, by its tone. */
export const icons = {
  yes: Check,
  no: Minus,
  stop: X,
  wait: Clock,
  unknown: CircleQuestionMark,
  sent: Send,
} as const satisfies Record<Tone, unknown>
