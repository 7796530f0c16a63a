/** The mark of the product. */
export function Mark({ size }: { size: number }) {
  return <img src="/icon.svg" alt="" width={size} height={size} />
}
