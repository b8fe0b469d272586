import {
  applyNodeChanges,
  type Connection,
  type EdgeTypes,
  MiniMap,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { type DragEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { t } from '#web/messages/t.ts'
import type { Card } from '../card.ts'
import { dragType } from '../palette.tsx'
import { CanvasDots } from './canvas-dots.tsx'
import type { CanvasProps } from './canvas-props.ts'
import { CanvasTools } from './canvas-tools.tsx'
import { FlowEdge, type LineEdge, linesOf } from './flow-edge.tsx'
import { type StepData, type StepNode, StepNodeView } from './step-node.tsx'
import '@xyflow/react/dist/base.css'
import './canvas.css'

const nodeTypes: NodeTypes = { step: StepNodeView }
const edgeTypes: EdgeTypes = { line: FlowEdge }

export default function FlowCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ cards, selected, here, taken, fitKey, show, children, ...on }: CanvasProps) {
  const flow = useReactFlow<StepNode, LineEdge>()
  const wanted = useMemo(
    () => cards.map((card) => nodeOf(card, here === card.id, taken.has(card.id))),
    [cards, here, taken],
  )
  const [nodes, setNodes] = useState<StepNode[]>([])
  // What is measured and held stays; only what changed is drawn again.
  useEffect(() => {
    setNodes((old) => {
      const byId = new Map(old.map((node) => [node.id, node]))
      return wanted.map((node) => merged(byId.get(node.id), node, node.id === selected))
    })
  }, [wanted, selected])
  const edges = useMemo(() => linesOf(cards), [cards])

  const isReady = nodes.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when
  useEffect(() => {
    if (!isReady) return
    const frame = requestAnimationFrame(() => void flow.fitView({ padding: 0.12, maxZoom: 1 }))
    return () => cancelAnimationFrame(frame)
  }, [fitKey, isReady, flow])
  useEffect(() => {
    if (show === null) return
    const node = flow.getNode(show)
    if (!node) return
    const zoom = Math.max(flow.getZoom(), 0.7)
    void flow.setCenter(node.position.x + 109, node.position.y + 60, {
      zoom,
      duration: stillness() ? 0 : 200,
    })
  }, [show, flow])

  const { onMove, onConnect, onSelect, onDelete, onDrop } = on
  const onNodesChange = useCallback(
    (changes: NodeChange<StepNode>[]) => {
      setNodes((old) => applyNodeChanges(changes, old))
      // Chosen by keyboard too.
      const chosen = changes.findLast((change) => change.type === 'select' && change.selected)
      if (chosen?.type === 'select') onSelect(chosen.id)
    },
    [onSelect],
  )
  const moved = useCallback(
    (_: unknown, __: unknown, held: StepNode[]) =>
      onMove(new Map(held.map(({ id, position }) => [id, position]))),
    [onMove],
  )
  const connected = useCallback(
    ({ source, sourceHandle, target }: Connection) => {
      if (sourceHandle) onConnect(source, sourceHandle, target)
    },
    [onConnect],
  )
  const drop = (event: DragEvent) => {
    const kind = event.dataTransfer.getData(dragType)
    if (!kind) return
    event.preventDefault()
    onDrop(kind, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))
  }

  return (
    <ReactFlow<StepNode, LineEdge>
      className="cvs"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodesChange={onNodesChange}
      onNodeDragStop={moved}
      onConnect={connected}
      onNodeClick={(_, { id }) => onSelect(id)}
      onPaneClick={() => onSelect(null)}
      onNodesDelete={(gone) => onDelete(gone.map(({ id }) => id))}
      onEdgesDelete={(gone) => {
        for (const { source, sourceHandle } of gone) if (sourceHandle) onConnect(source, sourceHandle, null)
      }}
      onBeforeDelete={async ({ nodes: gone, edges: lines }) => ({
        nodes: gone.filter(({ data }) => !data.card.isStart),
        edges: gone.length > 0 ? [] : lines,
      })}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
      }}
      onDrop={drop}
      onKeyDown={(event) => {
        // The arrow keys move what is chosen; where it then stands is kept.
        if (!event.key.startsWith('Arrow')) return
        const held = flow.getNodes().filter((node) => node.selected)
        if (held.length > 0) requestAnimationFrame(() => keepPlaces(flow.getNodes(), held, onMove))
      }}
      deleteKeyCode={['Delete', 'Backspace']}
      onlyRenderVisibleElements={nodes.length > mostDrawn}
      edgesFocusable={false}
      nodeDragThreshold={4}
      minZoom={0.15}
      maxZoom={1.6}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={{
        'node.a11yDescription.default': t('chatbot.canvas.nodeKeys'),
        'node.a11yDescription.keyboardDisabled': t('chatbot.canvas.nodeKeys'),
        'node.a11yDescription.ariaLiveMessage': ({ x, y }) =>
          t('chatbot.canvas.movedTo', { x: Math.round(x), y: Math.round(y) }),
        'edge.a11yDescription.default': t('chatbot.canvas.edgeKeys'),
        'minimap.ariaLabel': t('chatbot.canvas.map'),
        'handle.ariaLabel': t('chatbot.canvas.port'),
      }}
    >
      <CanvasDots />
      <MiniMap className="cvs-map" pannable zoomable nodeBorderRadius={6} nodeClassName={mapClass} />
      <CanvasTools history={on.history} onArrange={on.onArrange} />
      {children}
    </ReactFlow>
  )
}

/** What comes into sight and goes would be made anew at each move; so many steps are moved as one picture. */
const mostDrawn = 300

const stillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const mapClass = ({ data }: StepNode) => (data.card.fault ? `has-${data.card.fault}` : '')

function keepPlaces(
  now: readonly StepNode[],
  held: readonly StepNode[],
  onMove: CanvasProps['onMove'],
): void {
  const before = new Map(held.map(({ id, position }) => [id, position]))
  const moves = now.filter(({ id, position }) => {
    const was = before.get(id)
    return was && (was.x !== position.x || was.y !== position.y)
  })
  if (moves.length > 0) onMove(new Map(moves.map(({ id, position }) => [id, position])))
}

const nodeOf = (card: Card, here: boolean, taken: boolean): StepNode => ({
  id: card.id,
  type: 'step',
  position: card.at,
  data: { card, here, taken },
  deletable: true,
  ariaLabel: nodeLabel(card),
})

function nodeLabel({ title, entered, faultText }: Card): string {
  const name = entered === null ? title : t('chatbot.canvas.entered', { title, count: entered })
  return faultText ? t('chatbot.canvas.withFault', { name, fault: faultText }) : name
}

/** The same node object where nothing that is drawn changed: it is not drawn again. */
function merged(old: StepNode | undefined, next: StepNode, selected: boolean): StepNode {
  if (!old) return { ...next, selected }
  const sameData = same(old.data, next.data)
  const samePlace = old.position.x === next.position.x && old.position.y === next.position.y
  if (sameData && samePlace && old.selected === selected) return old
  return {
    ...old,
    position: next.position,
    data: sameData ? old.data : next.data,
    ariaLabel: next.ariaLabel,
    selected,
  }
}

const same = (a: StepData, b: StepData) => a.card === b.card && a.here === b.here && a.taken === b.taken
