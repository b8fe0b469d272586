/**
 * Repeats work that PostgreSQL ended as a deadlock (40P01), up to five times in all.
 * @param work one whole transaction or statement.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries > 1 && (error as { code?: string }).code === '40P01')
      return await retryOnDeadlock(work, tries - 1)
    throw error
  }
}
