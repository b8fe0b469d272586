const names: Record<string, string> = {
  manual: 'Manual',
  csv: 'CSV',
  api: 'API',
  openstreetmap: 'OpenStreetMap',
  inbound: 'Wrote to you',
  number_changed: 'New number',
}

/** Where a lead came from, as it is shown. */
export const sourceName = (source: string): string => names[source] ?? source
