/** A value of a MaxMind database: https://maxmind.github.io/MaxMind-DB/ */
type Value = string | number | readonly Value[] | { readonly [key: string]: Value }

const [text, uint32, map, array] = [2, 6, 7, 11]

function head(type: number, size: number): Buffer {
  const [first, more] = size < 29 ? [size, []] : [29, [size - 29]]
  return Buffer.from(type < 8 ? [(type << 5) | first, ...more] : [first, type - 7, ...more])
}

function encoded(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(text, bytes.length), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(uint32, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([head(array, value.length), ...value.map(encoded)])
  const pairs = Object.entries(value)
  return Buffer.concat([
    head(map, pairs.length),
    ...pairs.flatMap(([key, one]) => [encoded(key), encoded(one)]),
  ])
}

/** A database of networks of IPv4 with 24 bits each, such as `203.0.113`. */
export function placesFile(places: Readonly<Record<string, Value>>): Buffer {
  const nodes: [number | undefined, number | undefined][] = [[undefined, undefined]]
  const data: Buffer[] = []
  const leaves: { node: number; side: 0 | 1; offset: number }[] = []
  for (const [network, value] of Object.entries(places)) {
    const bits = network.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')])
    let node = 0
    for (const [at, bit] of bits.entries()) {
      const side = bit === '1' ? 1 : 0
      if (at === bits.length - 1) leaves.push({ node, side, offset: Buffer.concat(data).length })
      else {
        const next = nodes[node]?.[side] ?? nodes.push([undefined, undefined]) - 1
        nodes[node]![side] = next
        node = next
      }
    }
    data.push(encoded(value))
  }
  for (const { node, side, offset } of leaves) nodes[node]![side] = nodes.length + 16 + offset
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [at, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(left ?? nodes.length, at * 6, 3)
    tree.writeUIntBE(right ?? nodes.length, at * 6 + 3, 3)
  }
  const about = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_760_000_000,
    database_type: 'Test',
    description: { en: 'Places of tests' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  }
  const mark = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, encoded(about)])
}
