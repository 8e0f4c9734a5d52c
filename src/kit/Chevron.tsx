import { ChevronDown } from 'lucide-react'

/** The arrow of every input that opens a list. */
export const Chevron = ({ className }: { className?: string }) => (
  <ChevronDown size={16} className={className} aria-hidden />
)
