import { useViewport } from '@xyflow/react'

const gap = 20
const dot = 1.4

/** The dots of the canvas as one picture that is moved: the library's pattern is drawn anew at each move. */
export function CanvasDots() {
  const { x, y, zoom } = useViewport()
  const [step, radius] = [gap * zoom, (dot * zoom) / 2]
  return (
    <div
      className="cvs-dots"
      aria-hidden
      style={{
        inset: -step,
        backgroundSize: `${step}px ${step}px`,
        backgroundImage: `radial-gradient(circle, var(--grid-dot) ${radius}px, transparent ${radius + 0.5}px)`,
        transform: `translate(${x % step}px, ${y % step}px)`,
      }}
    />
  )
}
