/** Messages a second after the automatic upgrade (…/whatsapp/throughput). */
export const upgradedPerSecond = 1000
