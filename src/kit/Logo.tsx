/** The product's logo: two waves with a dot above them. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--mark)" />
    <path
      d="M4.5 14.2c2.6-4.6 5-4.6 7.5-2.2s4.9 2.4 7.5-2.2"
      stroke="var(--mark-line)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
    <path
      d="M4.5 18c2.6-3.6 5-3.6 7.5-1.6s4.9 2 7.5-1.6"
      stroke="var(--mark-wave)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
    <circle cx="17" cy="6.3" r="1.7" fill="var(--mark-line)" />
  </svg>
)
