"""Whatever a member, or a program that speaks for him, may send is answered and does no harm."""
