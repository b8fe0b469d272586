/** The drawings over the four feature cards. */

export function BroadcastDrawing() {
  return (
    <svg
      className="vig"
      preserveAspectRatio="xMinYMid meet"
      viewBox="0 0 240 112"
      fill="none"
      aria-hidden="true"
    >
      <path d="M2 20Q120 58 238 20" stroke="currentColor" strokeWidth="2" />
      <path d="M22 24.6h26v46l-13-9-13 9z" fill="var(--read)" />
      <path d="M64 34h26v46l-13-9-13 9z" fill="var(--read)" />
      <path d="M106 38.6h26v46l-13-9-13 9z" fill="var(--delivered)" />
      <path d="M148 38h26v46l-13-9-13 9z" fill="var(--delivered)" />
      <path d="M190 31.6h26v46l-13-9-13 9z" fill="var(--sent)" />
    </svg>
  )
}

export function ChatDrawing() {
  return (
    <svg
      className="vig"
      preserveAspectRatio="xMinYMid meet"
      viewBox="0 0 240 112"
      fill="none"
      aria-hidden="true"
    >
      <rect x="2" y="14" width="150" height="36" rx="12" fill="var(--wait-soft)" stroke="var(--line-2)" />
      <rect x="18" y="28" width="86" height="8" rx="4" fill="var(--wait-2)" />
      <rect x="88" y="60" width="150" height="38" rx="12" fill="currentColor" />
      <rect x="104" y="71" width="104" height="6" rx="3" fill="var(--sheet)" />
      <rect x="104" y="83" width="62" height="6" rx="3" fill="var(--sheet)" opacity=".6" />
    </svg>
  )
}

export function AdsDrawing() {
  return (
    <svg
      className="vig"
      preserveAspectRatio="xMinYMid meet"
      viewBox="0 0 240 112"
      fill="none"
      aria-hidden="true"
    >
      <rect
        x="2"
        y="12"
        width="104"
        height="86"
        rx="10"
        stroke="var(--line-2)"
        strokeWidth="1.5"
        fill="var(--sheet)"
      />
      <rect x="10" y="20" width="88" height="44" rx="5" fill="var(--wait-soft)" />
      <circle cx="54" cy="42" r="12" fill="var(--wait)" />
      <rect x="10" y="74" width="88" height="15" rx="5" fill="var(--wait)" />
      <path
        d="M116 54h34m-9-9l9 9-9 9"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M162 30q0-10 10-10h56q10 0 10 10v32q0 10-10 10h-46l-20 16z" fill="currentColor" />
      <rect x="176" y="34" width="48" height="6" rx="3" fill="var(--sheet)" />
      <rect x="176" y="48" width="30" height="6" rx="3" fill="var(--sheet)" opacity=".6" />
    </svg>
  )
}

export function FiguresDrawing() {
  return (
    <svg
      className="vig"
      preserveAspectRatio="xMinYMid meet"
      viewBox="0 0 240 112"
      fill="none"
      aria-hidden="true"
    >
      <path d="M2 14h236" stroke="currentColor" strokeWidth="2" />
      <rect x="16" y="15" width="26" height="64" rx="2" fill="var(--read)" />
      <rect x="62" y="15" width="26" height="82" rx="2" fill="var(--delivered)" />
      <rect x="108" y="15" width="26" height="40" rx="2" fill="var(--sent)" />
      <rect x="154" y="15" width="26" height="18" rx="2" fill="var(--failed)" />
      <rect x="200" y="15" width="26" height="26" rx="2" fill="var(--wait)" />
    </svg>
  )
}
