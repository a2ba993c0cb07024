#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Turn a file into a C source with its bytes: embed.py SYMBOL INPUT OUTPUT."""
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    symbol, source, target = sys.argv[1:]
    with open(source, 'rb') as f:
        data = f.read()
    if not data:
        sys.exit(f'{source}: empty')
    lines = [','.join(map(str, data[i:i + 32])) for i in range(0, len(data), 32)]
    with open(target, 'w', encoding='ascii') as f:
        # Drivers read the image in place and want its start aligned to a page.
        f.write(f'extern const unsigned char {symbol}[];\n'
                f'__attribute__((aligned(4096))) const unsigned char {symbol}[] = {{\n')
        f.write(',\n'.join(lines))
        f.write('\n};\n')


if __name__ == '__main__':
    main()
