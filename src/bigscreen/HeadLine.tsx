import { useId } from 'react'

/** The outline under the title: out from both edges, down around the words. Its middle keeps its size however wide the screen is. */
export function HeadLine() {
  const id = useId()
  return (
    <svg className="big-head-line" viewBox="0 0 740 40" aria-hidden>
      <defs>
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="740">
          <stop className="big-head-stop" offset="0" stopOpacity="0.55" />
          <stop className="big-head-stop" offset="0.5" />
          <stop className="big-head-stop" offset="1" stopOpacity="0.55" />
        </linearGradient>
      </defs>
      <path d="M0 2L44 38H696L740 2" stroke={`url(#${id})`} />
    </svg>
  )
}
