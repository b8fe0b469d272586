/** A message in the test phone, or a line between messages. */
export type Bubble = {
  id: string
  from: 'bot' | 'customer' | 'line'
  text: string
  header?: string
  footer?: string
  /** `image`, `document`: a file stands above the text. */
  media?: { kind: string; name: string }
  buttons?: readonly { id: string; title: string }[]
  list?: { button: string; rows: readonly { id: string; title: string; description?: string }[] }
}

/** What the customer does. */
export type Answer = { kind: 'text'; text: string } | { kind: 'button' | 'row'; id: string; title: string }
