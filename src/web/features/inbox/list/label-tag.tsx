import { useLabels } from './list.queries.ts'

/** A label of a conversation, in its colour. */
export function ChatLabelTag({ name }: { name: string }) {
  const colour = useLabels().find((label) => label.name === name)?.colour ?? 'grey'
  return (
    <span className="lb" data-colour={colour}>
      {name}
    </span>
  )
}
